"""Counts marker words and long sentences in everything that a person reads."""

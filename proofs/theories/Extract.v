(** * The checks as a program in OCaml *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString List.
From Patsat Require Import Game Whole Plan ClosedSet Sane Propagate Refute Variables Formula DeadPatterns Lrat Deadlocks Encode Bound
  Harmless Shortest Microsoft Board Waste WasteMoves SweptSet.

Extraction Language OCaml.
Extraction "build/verified" check_plan check_closed check_patterns check_whole
  make canonical_key formula ways start make_step check_with_maps encoded begin_bound check_lower_bound
  settle check_shortest microsoft print read check_spread check_swept_set.

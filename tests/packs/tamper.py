#!/usr/bin/env python3
"""Tampers with copies of a folder that check_pack.py accepts, in every way that it must detect.

    tamper.py FOLDER

Each change also updates the digests and lengths that depend on it, so that it is not rejected for those. Exits with 1
and prints a line for each change that was accepted.
"""

import hashlib
import json
import lzma
import shutil
import sys
import tempfile
from pathlib import Path

from check_pack import Refused, check


def manifest_of(folder):
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def keep(folder, manifest):
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def edit(folder, manifest, kind, entry, change):
    """Changes the content of a file, and its digests with it."""
    path = folder / kind / entry["path"]
    text = change(lzma.decompress(path.read_bytes()).decode() if path.suffix == ".xz" else path.read_text())
    inside = text.encode()
    data = lzma.compress(inside) if path.suffix == ".xz" else inside
    path.write_bytes(data)
    entry["sha256"], entry["content_sha256"] = hashlib.sha256(data).hexdigest(), hashlib.sha256(inside).hexdigest()
    entry["content_bytes"] = len(inside)
    keep(folder, manifest)


def first(manifest, status):
    return next(row for row in manifest["instances"] if row["status"] == status)


def instance(change, status="UNSATISFIABLE"):
    def tampered(folder):
        manifest = manifest_of(folder)
        edit(folder, manifest, "instances", first(manifest, status)["files"][0], change)
    return tampered


def drop_clause(text, fix_header):
    lines = text.splitlines()
    dropped = lines.pop()
    assert dropped.endswith(" 0")
    if fix_header:
        at = next(n for n, line in enumerate(lines) if line.startswith("p cnf"))
        words = lines[at].split()
        lines[at] = f"p cnf {words[2]} {int(words[3]) - 1}"
    return "\n".join(lines) + "\n"


def clauses_that_a_proof_needs(folder):
    """Removes all clauses but the first ten; the header counts those."""
    manifest = manifest_of(folder)
    row = first(manifest, "UNSATISFIABLE")

    def change(text):
        lines = text.splitlines()
        at = next(n for n, line in enumerate(lines) if line.startswith("p cnf"))
        clauses = [[int(word) for word in line.split()[:-1]] for line in lines[at + 1:at + 11]]
        used = sorted({abs(literal) for one in clauses for literal in one})
        number = {variable: n for n, variable in enumerate(used, 1)}
        row["numbers"] = {"variables": len(used), "clauses": len(clauses)}
        body = [" ".join(str(number[abs(x)] * (1 if x > 0 else -1)) for x in one) + " 0" for one in clauses]
        return "\n".join(lines[:at] + [f"p cnf {len(used)} {len(clauses)}"] + body) + "\n"

    edit(folder, manifest, "instances", row["files"][0], change)


def flipped(folder, everywhere):
    manifest = manifest_of(folder)
    row = first(manifest, "UNSATISFIABLE")
    row["status"] = "SATISFIABLE"
    for run in row["runs"]:
        run["status"] = "yes" if run["status"] == "no" else run["status"]
    keep(folder, manifest)
    if everywhere:
        change = lambda text: text.replace("c status: UNSATISFIABLE", "c status: SATISFIABLE", 1)
        edit(folder, manifest, "instances", row["files"][0], change)


def model_bit(folder):
    """Flips every literal of the model, which falsifies the unit clauses."""
    manifest = manifest_of(folder)
    row = first(manifest, "SATISFIABLE")
    entry = next(entry for entry in row["witnesses"] if entry["path"].endswith(".model"))

    def change(text):
        flip = lambda word: word[1:] if word.startswith("-") else f"-{word}" if word.isdigit() and word != "0" else word
        return "\n".join(
            " ".join(map(flip, line.split(" "))) if line.startswith("v ") else line for line in text.splitlines())

    edit(folder, manifest, "witnesses", entry, change)


def proof_line(folder):
    manifest = manifest_of(folder)
    rows = [row for row in manifest["instances"] if row["status"] == "UNSATISFIABLE" and row["work"] > 20]
    entry = next(e for row in rows for e in row["witnesses"] if e["path"].endswith(".lrat.xz"))

    def change(text):
        # The first literal of the first derived clause is negated.
        lines = text.splitlines()
        at = next(n for n, line in enumerate(lines) if line.split()[1] != "d" and line.split()[1] != "0")
        words = lines[at].split()
        words[1] = str(-int(words[1]))
        lines[at] = " ".join(words)
        return "\n".join(lines) + "\n"

    edit(folder, manifest, "witnesses", entry, change)


def changed_manifest(change):
    def tampered(folder):
        manifest = manifest_of(folder)
        change(manifest)
        keep(folder, manifest)
    return tampered


def one_byte(folder):
    path = next((folder / "instances").rglob("*.xz"))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def hash_wrong(manifest):
    manifest["instances"][0]["files"][0]["sha256"] = "0" * 64


def not_compressed(folder):
    manifest = manifest_of(folder)
    entry = manifest["instances"][0]["files"][0]
    path = folder / "instances" / entry["path"]
    path.write_bytes(lzma.decompress(path.read_bytes()))
    entry["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    keep(folder, manifest)


def twice(manifest):
    manifest["instances"][1]["name"] = manifest["instances"][0]["name"]


def a_solver_disagrees(manifest):
    row = next(row for row in manifest["instances"] if any(run["status"] == "no" for run in row["runs"]))
    next(run for run in row["runs"] if run["status"] == "no")["status"] = "yes"


def easier(manifest):
    for row in manifest["instances"]:
        for run in row["runs"]:
            run["conflicts"] = 0
    manifest["hard"] = 0


def text_file(name, change):
    def tampered(folder):
        path = folder / name
        path.write_text(change(path.read_text("utf-8")), "utf-8")
    return tampered


CHANGES = {
    "a status flipped in the manifest": lambda folder: flipped(folder, False),
    "a status flipped everywhere": lambda folder: flipped(folder, True),
    "a clause dropped": instance(lambda text: drop_clause(text, False)),
    "a clause dropped and the header with it": instance(lambda text: drop_clause(text, True)),
    "clauses that the proof needs dropped": clauses_that_a_proof_needs,
    "a digest that is wrong": changed_manifest(hash_wrong),
    "one byte of a file": one_byte,
    "a file not compressed": not_compressed,
    "a model turned round": model_bit,
    "a proof with another step": proof_line,
    "one instance less": changed_manifest(lambda manifest: manifest["instances"].pop()),
    "two instances of one name": changed_manifest(twice),
    "a literal twice in a clause": instance(lambda text: text.rstrip().rsplit(" ", 1)[0].rsplit("\n", 1)[0] + "\n1 1 0\n"),
    "a variable that appears nowhere": instance(lambda text: text.replace("p cnf ", "p cnf 9", 1)),
    "a comment after the header": instance(lambda text: text + "c more\n"),
    "no origin": instance(lambda text: text.replace("c origin: ", "c from: ", 1)),
    "another reason": instance(lambda text: text.replace("c proved: ", "c proved: surely, ", 1), "SATISFIABLE"),
    "a solver that says otherwise": changed_manifest(a_solver_disagrees),
    "all too easy": changed_manifest(easier),
    "another recipe": text_file("recipe.toml", lambda text: text + "\n"),
    "no description": text_file("README.md", lambda text: text[:100]),
    "other work": text_file("looks.csv", lambda text: text.replace(",1", ",2")),
    "a file more": lambda folder: (folder / "instances" / "more.cnf.xz").write_bytes(b""),
    "no manifest": lambda folder: (folder / "manifest.json").unlink(),
}


def main(folder):
    check(folder)
    accepted = []
    for name, change in CHANGES.items():
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / "copy"
            shutil.copytree(folder, copy)
            change(copy)
            try:
                check(copy)
                accepted.append(name)
            except Refused as why:
                print(f"{name}: {why}")
    for name in accepted:
        print(f"ACCEPTED: {name}")
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

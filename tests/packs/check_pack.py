#!/usr/bin/env python3
"""Checks a folder that 'patsat pack' made by the published rules of its competition. Standard library only.

    check_pack.py FOLDER [--strict] [--solvers]

It shares no code with the program and checks all that it can: counts, compression, headers of formats, digests,
statuses, models on the clauses of the file, names, the description. The option --strict refuses a pack with scaled
rules (a trial pack). The option --solvers runs minisat and cadical, where installed, on every SAT formula again.

Rules as published:
  SAT     SAT Competition 2026, "Benchmarks": 20 new instances. At least 10 are neither solved by MiniSat within a
          minute nor beyond the submitter's own solver within an hour. A description of one or two pages. Comment lines
          first, then 'p cnf V C' with the exact numbers of variables that appear and of clauses. A clause is a list
          of distinct numbers that ends in 0, without a literal and its opposite.
  QBF     QDIMACS 1.1, prenex: quantifier lines before clauses, alternating, each variable once, innermost existential.
  MaxSAT  MaxSAT Evaluation since 2022: no p line, 'h' before hard clauses, a positive weight before soft ones.
  SMT     SMT-LIB benchmark submission: the six header lines in their order, a check-sat, exit at the end. Folders are
          non-incremental/LOGIC/YYYYMMDD-NAME/.
  PDDL    A domain and tasks of it in a folder, and a plan for each task that can be solved.
"""

import csv
import gzip
import hashlib
import json
import lzma
import re
import subprocess
import sys
import tempfile
from pathlib import Path


class Refused(Exception):
    """The reason why a folder is not accepted."""


def need(holds, sentence):
    if not holds:
        raise Refused(sentence)


def content(path):
    data = path.read_bytes()
    if path.suffix == ".xz":
        try:
            return lzma.decompress(data, format=lzma.FORMAT_XZ)
        except lzma.LZMAError as error:
            raise Refused(f"{path.name}: no xz file: {error}")
    if path.suffix == ".gz":
        try:
            return gzip.decompress(data)
        except (OSError, EOFError) as error:
            raise Refused(f"{path.name}: no gzip file: {error}")
    return data


def stored(folder, kind, entry):
    """The content of a file of the manifest, once its digests are checked."""
    path = folder / kind / entry["path"]
    need(path.is_file(), f"{entry['path']}: it is not there")
    need(".." not in Path(entry["path"]).parts, f"{entry['path']}: it leaves the folder")
    need(hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"], f"{entry['path']}: another digest")
    inside = content(path)
    need(hashlib.sha256(inside).hexdigest() == entry["content_sha256"], f"{entry['path']}: another digest inside")
    need(len(inside) == entry["content_bytes"], f"{entry['path']}: another length inside")
    try:
        return inside.decode("utf-8")
    except UnicodeDecodeError:
        return None


def comments(text, mark):
    head = []
    for line in text.splitlines():
        if not line.startswith(mark):
            break
        head.append(line[len(mark):].strip())
    return head


def fields(head, name, row):
    """Checks the comment header: origin, family, question, status and proof."""
    header = {}
    for line in head:
        key, colon, value = line.partition(": ")
        if colon:
            header.setdefault(key, value)
    for key in ("origin", "family", "asks", "status", "proved"):
        need(header.get(key), f"{name}: its header does not say '{key}'")
    status = row["status"] + (f" {row['optimum']}" if "optimum" in row else "")
    need(header["status"] == status, f"{name}: its header says {header['status']}, the manifest {status}")
    need(header["proved"] == row["proved"], f"{name}: header and manifest differ in what the status rests on")


def clause(words, variables, where):
    try:
        literals = [int(word) for word in words]
    except ValueError:
        raise Refused(f"{where}: no clause: {' '.join(words)[:40]}")
    need(literals and literals[-1] == 0 and 0 not in literals[:-1], f"{where}: a clause ends in 0, once")
    literals = literals[:-1]
    need(all(abs(literal) <= variables for literal in literals), f"{where}: a variable beyond the header")
    need(len(set(literals)) == len(literals), f"{where}: a literal is there twice")
    need(not any(-literal in literals for literal in literals), f"{where}: a literal and its opposite")
    return literals


def dimacs(text, name, exact=True):
    lines = text.splitlines()
    at = 0
    while at < len(lines) and lines[at].startswith("c"):
        at += 1
    match = re.fullmatch(r"p cnf (\d+) (\d+)", lines[at]) if at < len(lines) else None
    need(match, f"{name}: after its comments 'p cnf V C' is expected")
    variables, count = int(match[1]), int(match[2])
    clauses = [clause(line.split(), variables, f"{name}, line {n}") for n, line in enumerate(lines[at + 1:], at + 2)]
    need(len(clauses) == count, f"{name}: {len(clauses)} clauses, its header says {count}")
    if exact:
        used = {abs(literal) for one in clauses for literal in one}
        need(len(used) == variables, f"{name}: {len(used)} variables appear, its header says {variables}")
    return variables, clauses


def qdimacs(text, name):
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    match = re.fullmatch(r"p cnf (\d+) (\d+)", lines[0]) if lines else None
    need(match, f"{name}: after its comments 'p cnf V C' is expected")
    variables, count = int(match[1]), int(match[2])
    blocks, at = [], 1
    while at < len(lines) and lines[at][:2] in ("a ", "e "):
        words = lines[at].split()
        need(words[-1] == "0" and len(words) > 2, f"{name}: a quantifier line has variables and ends in 0")
        blocks.append((words[0], [int(word) for word in words[1:-1]]))
        at += 1
    need(blocks, f"{name}: there are no quantifiers")
    need(blocks[-1][0] == "e", f"{name}: the innermost block must be existential")
    need(all(a[0] != b[0] for a, b in zip(blocks, blocks[1:])), f"{name}: two blocks of one quantifier in a row")
    bound = [variable for _, block in blocks for variable in block]
    need(len(set(bound)) == len(bound), f"{name}: a variable is bound twice")
    need(all(1 <= variable <= variables for variable in bound), f"{name}: a bound variable beyond the header")
    clauses = [clause(line.split(), variables, name) for line in lines[at:]]
    need(len(clauses) == count, f"{name}: {len(clauses)} clauses, its header says {count}")
    free = {abs(literal) for one in clauses for literal in one} - set(bound)
    need(not free, f"{name}: variable {min(free, default=0)} is not bound")
    return blocks


def wcnf(text, name):
    hard, soft = [], []
    for n, line in enumerate(text.splitlines(), 1):
        if line.startswith("c"):
            continue
        where = f"{name}, line {n}"
        words = line.split()
        need(words and words[0] != "p", f"{where}: no p line and no empty line")
        literals = clause(words[1:], 10 ** 9, where)
        if words[0] == "h":
            hard.append(literals)
        else:
            need(words[0].isdigit() and int(words[0]) >= 1, f"{where}: 'h' or a weight of at least 1 is expected")
            soft.append((int(words[0]), literals))
    need(hard and soft, f"{name}: hard and soft clauses are expected")
    return hard, soft


def holds(clauses, model, name):
    for n, one in enumerate(clauses, 1):
        need(any(literal in model for literal in one), f"{name}: its model does not satisfy clause {n}")


def literals_of(text, name):
    lines = text.splitlines()
    need("s SATISFIABLE" in lines or "s OPTIMUM FOUND" in lines, f"{name}: its model says no answer")
    words = [word for line in lines if line.startswith("v ") for word in line.split()[1:]]
    if len(words) == 1 and set(words[0]) <= {"0", "1"} and "s OPTIMUM FOUND" in lines:
        return {n if bit == "1" else -n for n, bit in enumerate(words[0], 1)}
    need(words and words[-1] == "0", f"{name}: its model does not end in 0")
    model = {int(word) for word in words[:-1]}
    need(not any(-literal in model for literal in model), f"{name}: its model contradicts itself")
    return model


def lrat(clauses, text, name):
    """Follows an LRAT proof by unit propagation along its hints."""
    known = {n: frozenset(one) for n, one in enumerate(clauses, 1)}
    for line in text.splitlines():
        words = line.split()
        if words[1] == "d":
            for word in words[2:-1]:
                known.pop(int(word), None)
            continue
        numbers = [int(word) for word in words]
        end = numbers.index(0, 1)
        derived, hints = numbers[1:end], numbers[end + 1:-1]
        false = {-literal for literal in derived}
        closed = False
        need(all(hint > 0 for hint in hints), f"{name}: its proof has a step that this script cannot follow")
        for hint in hints:
            need(hint in known, f"{name}: its proof names clause {hint}, which is not there")
            left = [literal for literal in known[hint] if -literal not in false]
            need(len(left) <= 1, f"{name}: step {numbers[0]} of its proof does not follow")
            if not left:
                closed = True
                break
            false.add(left[0])
        need(closed, f"{name}: step {numbers[0]} of its proof does not follow")
        if not derived:
            return
        known[numbers[0]] = frozenset(derived)
    raise Refused(f"{name}: its proof does not end in the empty clause")


def witness(folder, row, ending):
    for entry in row["witnesses"]:
        if entry["path"].endswith(ending):
            return stored(folder, "witnesses", entry)
    return None


def check_sat(folder, row, text, solve):
    name = row["name"]
    need(row["files"][0]["path"].endswith(".cnf.xz"), f"{name}: a .cnf.xz is expected")
    variables, clauses = dimacs(text, name)
    fields(comments(text, "c"), name, row)
    need(row["numbers"].get("variables") == variables, f"{name}: the manifest has another number of variables")
    need(row["numbers"].get("clauses") == len(clauses), f"{name}: the manifest has another number of clauses")
    if row["status"] == "SATISFIABLE":
        model = witness(folder, row, ".model")
        need(model is not None, f"{name}: there is no model")
        holds(clauses, literals_of(model, name), name)
    else:
        need(row["status"] == "UNSATISFIABLE", f"{name}: status {row['status']}")
        proof = witness(folder, row, ".lrat.xz")
        need(proof is not None or "too long to be kept" in row["proved"], f"{name}: there is no proof")
        if proof is not None and len(proof) < 20_000_000:
            lrat(clauses, proof, name)
    if solve:
        again(text, row)


def again(text, row):
    """Solves the formula again with other solvers and compares the statuses."""
    expected = {"SATISFIABLE": 10, "UNSATISFIABLE": 20}[row["status"]]
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "f.cnf"
        file.write_text(text)
        for command in (["minisat", "-verb=0", str(file)], ["cadical", "-q", str(file)]):
            try:
                done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
            except FileNotFoundError:
                continue
            need(done.returncode == expected, f"{row['name']}: {command[0]} says {done.returncode}, not {expected}")


def check_qbf(folder, row, text, _):
    name = row["name"]
    need(row["files"][0]["path"].endswith(".qdimacs.gz"), f"{name}: a .qdimacs.gz is expected")
    qdimacs(text, name)
    fields(comments(text, "c"), name, row)
    need(row["status"] in ("TRUE", "FALSE"), f"{name}: status {row['status']}")


def check_maxsat(folder, row, text, _):
    name = row["name"]
    need(row["files"][0]["path"].endswith(".wcnf.xz"), f"{name}: a .wcnf.xz is expected")
    hard, soft = wcnf(text, name)
    fields(comments(text, "c"), name, row)
    need(row["status"] == "OPTIMUM", f"{name}: status {row['status']}")
    model = witness(folder, row, ".model")
    need(model is not None, f"{name}: there is no model")
    model = literals_of(model, name)
    holds(hard, model, name)
    cost = sum(weight for weight, one in soft if not any(literal in model for literal in one))
    need(cost == row["optimum"], f"{name}: its model costs {cost}, the optimum is said to be {row['optimum']}")
    bound = witness(folder, row, ".bound.cnf.xz")
    if row["optimum"] > 0:
        need(bound is not None or "too long to be kept" in row["proved"], f"{name}: there is no proof of its optimum")
    if bound is not None:
        _, clauses = dimacs(bound, f"{name}, bound", exact=False)
        need(clauses[:len(hard)] == hard, f"{name}: its bound is about other hard clauses")
        proof = witness(folder, row, ".bound.lrat.xz")
        need(proof is not None, f"{name}: there is no proof of its bound")
        if len(proof) < 20_000_000:
            lrat(clauses, proof, name)


HEADER = [":smt-lib-version", "set-logic", ":source", ":license", ":category", ":status"]


def check_smt(folder, row, text, _):
    name, path = row["name"], row["files"][0]["path"]
    match = re.fullmatch(r"non-incremental/(\w+)/(\d{8}-[\w-]+)/([\w-]+/)*[\w-]+\.smt2", path)
    need(match, f"{path}: non-incremental/LOGIC/YYYYMMDD-NAME/... is expected")
    at = -1
    for word in HEADER:
        found = text.find(word)
        need(found > at, f"{name}: its header has no {word} at its place")
        at = found
    need(text.startswith("(set-info :smt-lib-version 2."), f"{name}: it does not start with its version")
    need(f"(set-logic {match[1]})" in text, f"{name}: it is in the folder of another logic")
    need(f"(set-info :status {row['status']})" in text, f"{name}: its status is not the manifest's")
    for word in ("Generated by: ", "Generated on: ", "Generator: ", "Application: "):
        need(word in text, f"{name}: its source does not say '{word.strip()}'")
    need(text.count("(check-sat)") == 1, f"{name}: one check-sat is expected")
    need(text.rstrip().endswith("(exit)"), f"{name}: it must end with (exit)")
    need("(get-value" not in text and "(get-model" not in text, f"{name}: no values are asked for")
    plain = re.sub(r"\|[^|]*\||\"[^\"]*\"|;.*", "", text)
    need(plain.count("(") == plain.count(")"), f"{name}: its brackets do not match")
    need(row["status"] in ("sat", "unsat"), f"{name}: status {row['status']}")
    source = text[text.index("|") + 1:text.index("|", text.index("|") + 1)].splitlines()
    fields(source, name, row)


def check_pddl(folder, row, text, _):
    name = row["name"]
    paths = [entry["path"] for entry in row["files"]]
    need(any(path.endswith("/domain.pddl") for path in paths), f"{name}: there is no domain")
    domain = next(stored(folder, "instances", e) for e in row["files"] if e["path"].endswith("/domain.pddl"))
    fields(comments(text, ";"), name, row)
    for what, of in ((domain, "domain"), (text, "task")):
        plain = re.sub(r";.*", "", what)
        need(plain.count("(") == plain.count(")"), f"{name}: brackets of the {of} do not match")
    declared = re.search(r"\(define\s*\(domain\s+([\w-]+)\)", domain)
    used = re.search(r"\(:domain\s+([\w-]+)\)", text)
    need(declared and used and declared[1] == used[1], f"{name}: it is a task of another domain")
    if row["status"] == "solvable":
        plan = witness(folder, row, ".plan")
        need(plan is not None, f"{name}: there is no plan")
        names = set(re.findall(r"\(:action\s+([\w-]+)", domain))
        steps = [line for line in plan.splitlines() if line and not line.startswith(";")]
        need(steps, f"{name}: its plan has no step")
        for step in steps:
            match = re.fullmatch(r"\(([\w-]+)((?: [\w-]+)*)\)", step)
            need(match and match[1].lower() in {n.lower() for n in names}, f"{name}: no action of the domain: {step}")
    else:
        need(row["status"] == "unsolvable", f"{name}: status {row['status']}")


CHECKS = {"sat": check_sat, "qbf": check_qbf, "maxsat": check_maxsat, "smt": check_smt, "pddl": check_pddl}


def check_runs(manifest):
    """Checks that no solver contradicts a status, and counts the hard instances; None if not measured."""
    easy = manifest["rules"].get("too_easy")
    hard = 0
    measured = easy is not None
    for row in manifest["instances"]:
        yes = row["status"] in ("SATISFIABLE", "TRUE", "OPTIMUM", "sat", "solvable")
        for run in row["runs"]:
            need(run["status"] in ("yes", "no", "open"), f"{row['name']}: a run without an answer")
            need(run["status"] == "open" or (run["status"] == "yes") == yes,
                 f"{row['name']}: {run['solver']} says otherwise")
            if run["status"] == "yes" and run.get("optimum") is not None:
                need(run["optimum"] == row.get("optimum"), f"{row['name']}: {run['solver']} has another optimum")
        if easy:
            run = next((run for run in row["runs"] if run["solver"] == easy["solver"]), None)
            if run is None:
                measured = False
                continue
            within = (run["cpu_s"] <= easy["cpu_s"]) if "cpu_s" in easy else (
                run.get("conflicts") is None or run["conflicts"] <= easy["conflicts"])
            hard += run["status"] == "open" or not within
    return hard if measured else None


def check(folder, strict=False, solve=False):
    need((folder / "manifest.json").is_file(), "there is no manifest.json: it is not finished, or no pack")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    rules, track = manifest["rules"], manifest["track"]
    need(track in CHECKS, f"track {track}")
    recipe = (folder / "recipe.toml").read_bytes()
    need(hashlib.sha256(recipe).hexdigest() == manifest["recipe_sha256"], "recipe.toml: another digest")
    rows = manifest["instances"]
    need(len(rows) == rules["instances"], f"{len(rows)} instances, the rules ask for {rules['instances']}")
    names = [row["name"] for row in rows]
    need(len(set(names)) == len(names), "two instances have one name")
    contents = [row["files"][0]["content_sha256"] for row in rows]
    need(len(set(contents)) == len(contents), "two instances are the same")
    for row in rows:
        text = stored(folder, "instances", row["files"][0])
        need(text is not None, f"{row['name']}: it is no text")
        for entry in row["files"][1:]:
            stored(folder, "instances", entry)
        for entry in row["witnesses"]:
            stored(folder, "witnesses", entry)
        CHECKS[track](folder, row, text, solve)
    named = {(kind, entry["path"]) for row in rows for kind in ("instances",) for entry in row["files"]}
    there = {("instances", p.relative_to(folder / "instances").as_posix())
             for p in (folder / "instances").rglob("*") if p.is_file()}
    need(there == named, f"files that the manifest does not name: {sorted(there - named)[:3]}")
    for name, least in (("README.md", 1500), ("description.tex", 1500)):
        need((folder / name).is_file(), f"{name}: there is no description")
        words = (folder / name).read_text("utf-8")
        need(least <= len(words), f"{name}: a description says more")
    need("\\documentclass[conference]{IEEEtran}" in (folder / "description.tex").read_text("utf-8"),
         "description.tex: the style of IEEE proceedings is expected")
    for name in ("work.svg", "times.svg"):
        need((folder / name).is_file(), f"{name}: there is no figure")
    with open(folder / "looks.csv", newline="", encoding="utf-8") as file:
        looks = {(row["family"], row["size"], row["seed"]): row for row in csv.DictReader(file)}
    for row in rows:
        look = looks.get((row["family"], str(row["size"]), str(row["seed"])))
        need(look and int(look["work"]) == row["work"], f"{row['name']}: looks.csv has other work")
    hard = check_runs(manifest)
    need(hard == manifest["hard"], f"{hard} instances are hard, the manifest says {manifest['hard']}")
    scaled = rules.get("scaled")
    if rules["hard"]:
        need(hard is not None, f"{rules['too_easy']['solver']} was not measured, which the rules ask for")
        need(hard >= rules["hard"], f"{hard} instances are hard, the rules ask for {rules['hard']}")
    if strict:
        need(not scaled, f"its rules are scaled: {scaled}")
        if track == "sat":
            need(rules["instances"] >= 20 and rules["hard"] >= 10, "the competition asks for 20, 10 of them hard")
            need(rules["too_easy"] == {"solver": "minisat", "cpu_s": 60.0}, "a minute of MiniSat is the measure")
    return track, rows, hard, scaled


def main(arguments):
    folders = [word for word in arguments if not word.startswith("--")]
    unknown = [word for word in arguments if word.startswith("--") and word not in ("--strict", "--solvers")]
    if len(folders) != 1 or unknown:
        print("usage: check_pack.py FOLDER [--strict] [--solvers]", file=sys.stderr)
        return 2
    try:
        track, rows, hard, scaled = check(Path(folders[0]), "--strict" in arguments, "--solvers" in arguments)
    except Refused as why:
        print(f"refused: {why}")
        return 1
    except (KeyError, TypeError, ValueError, StopIteration, OSError) as error:
        print(f"refused: what is in the folder cannot be read: {error!r}")
        return 1
    hard_count = "" if hard is None else f", {hard} of them hard"
    print(f"accepted: {len(rows)} instances for {track}{hard_count}")
    if scaled:
        print(f"scaled: {scaled}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

use super::*;

/// A small generator of numbers (xorshift).
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

fn random(seed: u64, variables: u32, clauses: u32) -> (Formula, Vec<Lit>) {
    let mut random = Xorshift(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut formula = Formula::default();
    let lits: Vec<Lit> = (0..variables).map(|_| formula.new_lit()).collect();
    for _ in 0..clauses {
        let literal = |random: &mut Xorshift| {
            let literal = lits[random.below(u64::from(variables)) as usize];
            if random.below(2) == 0 { literal } else { !literal }
        };
        let length = 1 + random.below(8).min(2);
        let clause: Vec<Lit> = (0..length).map(|_| literal(&mut random)).collect();
        formula.add(&clause);
    }
    (formula, lits)
}

fn holds(bits: u32, literal: Lit) -> bool {
    (bits >> literal.vidx() & 1 == 1) == literal.is_pos()
}

#[test]
fn every_assignment_is_in_exactly_one_cube() {
    let mut split_ones = 0;
    for seed in 1..300 {
        let variables = 4 + (seed % 6) as u32;
        let (formula, lits) = random(seed, variables, variables * 2);
        let groups: Vec<Vec<Lit>> = lits.chunks(2).map(<[Lit]>::to_vec).collect();
        for count in [1, 2, 3, 5, 8] {
            let cubes = match split(&formula, &groups, count) {
                Ok(cubes) => cubes,
                Err(few) => {
                    assert!(few.most < count && few.wanted == count);
                    continue;
                }
            };
            assert_eq!(cubes.iter().filter(|cube| !cube.closed).count(), count);
            split_ones += usize::from(count > 1);
            for bits in 0..1 << variables {
                let inside = |cube: &&Cube| cube.literals.iter().all(|&l| holds(bits, l));
                let here: Vec<&Cube> = cubes.iter().filter(inside).collect();
                assert_eq!(here.len(), 1, "seed {seed}, {count} cubes, assignment {bits:b}");
                let model = formula.clauses_from(0).all(|c| c.iter().any(|&l| holds(bits, l)));
                assert!(!(model && here[0].closed), "seed {seed}: a closed cube has a model");
            }
        }
    }
    assert!(split_ones > 200, "{split_ones}");
}

#[test]
fn propagation_is_that_of_the_definition() {
    for seed in 1..400 {
        let (formula, lits) = random(seed, 8, 14);
        let mut propagator = Propagator::new(&formula);
        let mut pick = Xorshift(seed | 1);
        for _ in 0..12 {
            let assumed: Vec<Lit> = (0..pick.below(4))
                .map(|_| {
                    let literal = lits[pick.below(8) as usize];
                    if pick.below(2) == 0 { literal } else { !literal }
                })
                .collect();
            propagator.undo(0);
            let goes = propagator.assume_all(&assumed);
            match slowly(&formula, &assumed) {
                None => assert!(!goes, "seed {seed}"),
                Some(values) => {
                    assert!(goes, "seed {seed}");
                    let found: Vec<Option<bool>> = lits.iter().map(|&l| propagator.value(l)).collect();
                    assert_eq!(found, values, "seed {seed}");
                }
            }
        }
    }
}

/// Every clause again and again; `None` for a contradiction.
fn slowly(formula: &Formula, assumed: &[Lit]) -> Option<Vec<Option<bool>>> {
    let mut values = vec![None; formula.size().variables as usize];
    let units: Vec<Vec<Lit>> = assumed.iter().map(|&l| vec![l]).collect();
    loop {
        let before = values.clone();
        for clause in formula.clauses_from(0).chain(units.iter().map(Vec::as_slice)) {
            let is = |l: Lit, values: &[Option<bool>]| values[l.vidx()].map(|v: bool| v == l.is_pos());
            if clause.iter().any(|&l| is(l, &values) == Some(true)) {
                continue;
            }
            let mut left: Vec<Lit> = clause.iter().copied().filter(|&l| is(l, &values).is_none()).collect();
            left.dedup();
            match left[..] {
                [] => return None,
                [unit] => values[unit.vidx()] = Some(unit.is_pos()),
                _ => {}
            }
        }
        if values == before {
            return Some(values);
        }
    }
}

#[test]
fn formulas_that_cannot_be_split_are_reported() {
    let mut formula = Formula::default();
    let (a, b) = (formula.new_lit(), formula.new_lit());
    formula.add(&[a, b]);
    let groups = [vec![a, b]];
    assert_eq!(split(&formula, &groups, 4), Err(CubeCountError { wanted: 4, most: 3 }));
    assert_eq!(split(&formula, &groups, 3).unwrap().len(), 3);
    assert_eq!(split(&formula, &[], 1).unwrap().len(), 1);
    formula.add(&[!a]);
    formula.add(&[!b]);
    let few = split(&formula, &groups, 2).unwrap_err();
    assert_eq!(few.most, 0);
}

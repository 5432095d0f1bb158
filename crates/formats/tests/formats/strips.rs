//! A small interpreter of STRIPS in PDDL: reads any domain file of typed operators without
//! conditions or numbers, a problem of it, and a plan, and plays the plan by the effects that
//! the domain file states. It knows nothing of cards: what it accepts, the domain accepts.

use std::collections::{BTreeMap, BTreeSet};

type Fact = Vec<String>;

/// A word or a list.
enum Node {
    Word(String),
    List(Vec<Node>),
}

impl Node {
    fn list(&self) -> &[Node] {
        match self {
            Node::List(items) => items,
            Node::Word(word) => panic!("'{word}' where a list should be"),
        }
    }

    fn word(&self) -> &str {
        match self {
            Node::Word(word) => word,
            Node::List(_) => panic!("a list where a word should be"),
        }
    }

    fn fact(&self) -> Fact {
        self.list().iter().map(|item| item.word().to_owned()).collect()
    }

    /// The facts of `(and ...)` or of a single one, apart those inside `(not ...)`.
    fn facts(&self) -> (Vec<Fact>, Vec<Fact>) {
        let items = self.list();
        let parts = if items[0].word() == "and" { &items[1..] } else { std::slice::from_ref(self) };
        let (not, plain): (Vec<&Node>, Vec<&Node>) =
            parts.iter().partition(|part| part.list()[0].word() == "not");
        (plain.iter().map(|p| p.fact()).collect(), not.iter().map(|n| n.list()[1].fact()).collect())
    }
}

fn parse(text: &str) -> Node {
    let code: String =
        text.lines().map(|line| line.split(';').next().unwrap().to_lowercase() + "\n").collect();
    let spaced = code.replace('(', " ( ").replace(')', " ) ");
    let mut stack = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let done = Node::List(stack.pop().unwrap());
                stack.last_mut().unwrap().push(done);
            }
            _ => stack.last_mut().unwrap().push(Node::Word(word.to_owned())),
        }
    }
    assert_eq!(stack.len(), 1);
    Node::List(stack.pop().unwrap()).list_into_only()
}

impl Node {
    fn list_into_only(self) -> Node {
        let Node::List(mut items) = self else { panic!("no list") };
        assert_eq!(items.len(), 1);
        items.pop().unwrap()
    }
}

/// `a b - t c - u` as pairs of name and type.
fn typed(items: &[Node]) -> Vec<(String, String)> {
    let words: Vec<&str> = items.iter().map(Node::word).collect();
    let (mut found, mut waiting) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < words.len() {
        if words[at] == "-" {
            found.extend(waiting.drain(..).map(|name: &str| (name.to_owned(), words[at + 1].to_owned())));
            at += 2;
        } else {
            waiting.push(words[at]);
            at += 1;
        }
    }
    assert!(waiting.is_empty(), "objects without a type");
    found
}

struct Operator {
    parameters: Vec<(String, String)>,
    needs: Vec<Fact>,
    adds: Vec<Fact>,
    deletes: Vec<Fact>,
}

/// A domain and a problem of it.
pub(super) struct World {
    operators: BTreeMap<String, Operator>,
    types: BTreeMap<String, String>,
    init: BTreeSet<Fact>,
    goal: Vec<Fact>,
}

impl World {
    pub(super) fn new(domain: &str, problem: &str) -> World {
        let (domain, problem) = (parse(domain), parse(problem));
        let mut predicates = BTreeMap::new();
        let mut operators = BTreeMap::new();
        for part in &domain.list()[2..] {
            let items = part.list();
            match items[0].word() {
                ":action" => {
                    let section = |name: &str| {
                        let at = items.iter().position(|i| matches!(i, Node::Word(w) if w == name));
                        &items[at.unwrap() + 1]
                    };
                    let (needs, forbidden) = section(":precondition").facts();
                    assert!(forbidden.is_empty());
                    let (adds, deletes) = section(":effect").facts();
                    let parameters = typed(section(":parameters").list());
                    operators.insert(items[1].word().into(), Operator { parameters, needs, adds, deletes });
                }
                ":predicates" => {
                    for predicate in &items[1..] {
                        let arity = typed(&predicate.list()[1..]).len();
                        predicates.insert(predicate.list()[0].word().to_owned(), arity);
                    }
                }
                _ => {}
            }
        }
        let section = |name: &str| {
            let found = problem.list()[2..].iter().find(|part| part.list()[0].word() == name);
            &found.unwrap().list()[1..]
        };
        assert_eq!(section(":domain")[0].word(), domain.list()[1].list()[1].word());
        let types: BTreeMap<String, String> = typed(section(":objects")).into_iter().collect();
        let init: BTreeSet<Fact> = section(":init").iter().map(Node::fact).collect();
        for fact in &init {
            assert_eq!(predicates[&fact[0]], fact.len() - 1, "{fact:?}");
            assert!(fact[1..].iter().all(|object| types.contains_key(object)), "{fact:?}");
        }
        World { operators, types, init, goal: section(":goal")[0].facts().0 }
    }

    /// Plays a plan; the number of its actions, or what is wrong with it.
    pub(super) fn play(&self, plan: &str) -> Result<usize, String> {
        let mut state = self.init.clone();
        let mut actions = 0;
        for line in plan.lines().map(|line| line.split(';').next().unwrap().trim().to_lowercase()) {
            if line.is_empty() {
                continue;
            }
            actions += 1;
            let words = parse(&line).fact();
            let operator = self.operators.get(&words[0]).ok_or(format!("{line}: no such operator"))?;
            if operator.parameters.len() != words.len() - 1 {
                return Err(format!("{line}: wrong number of arguments"));
            }
            let mut values = BTreeMap::new();
            for ((parameter, kind), value) in operator.parameters.iter().zip(&words[1..]) {
                if self.types.get(value) != Some(kind) {
                    return Err(format!("{line}: {value} is no {kind}"));
                }
                values.insert(parameter.clone(), value.clone());
            }
            let ground = |fact: &Fact| -> Fact {
                fact.iter().map(|word| values.get(word).unwrap_or(word).clone()).collect()
            };
            if let Some(missing) = operator.needs.iter().map(ground).find(|fact| !state.contains(fact)) {
                return Err(format!("{line}: {missing:?} does not hold"));
            }
            for fact in operator.deletes.iter().map(ground) {
                state.remove(&fact);
            }
            state.extend(operator.adds.iter().map(ground));
        }
        match self.goal.iter().find(|fact| !state.contains(*fact)) {
            Some(fact) => Err(format!("at the end {fact:?} does not hold")),
            None => Ok(actions),
        }
    }
}

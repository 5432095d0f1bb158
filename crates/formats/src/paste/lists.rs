//! Boards as lists of lists, in JSON or as Python prints them, written as lines of a board.
//!
//! Every inner list becomes a line with its items between commas, so that an empty string or `null` is an empty
//! place. An object may name its parts: columns, cells, foundations, stock, waste, reserve, the game.

use super::sections::is_section;
use itertools::Itertools;
use std::iter::Peekable;
use std::str::Chars;

/// Lists nested deeper than this are no board.
const DEPTH: usize = 6;
/// Names of the columns; of the first group each list is a column, whatever else.
const COLUMNS: [&str; 7] = ["columns", "column", "cols", "cascades", "stacks", "piles", "depots"];
const TABLEAU: [&str; 6] = ["tableau", "tableaus", "tableaux", "board", "lines", "cards"];
const ROWS: [&str; 1] = ["rows"];
const TITLES: [&str; 5] = ["game", "name", "title", "variant", "gametype"];
const NUMBERS: [&str; 5] = ["number", "deal", "dealnumber", "gamenumber", "seed"];

#[derive(Debug)]
enum Value {
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
    Word(String),
}

impl Value {
    /// Whether it is a line of a board, not a single place.
    fn is_line(&self) -> bool {
        match self {
            Value::List(_) => true,
            Value::Word(word) => word.contains(' '),
            Value::Map(_) => false,
        }
    }
}

/// The lines of a board that is written as lists; `None` if the text is anything else.
pub(super) fn as_lines(text: &str) -> Option<String> {
    let text = begin(text);
    if !text.starts_with(['[', '{', '(']) || cards_in_brackets(text) {
        return None;
    }
    let mut reader = Reader { chars: text.chars().peekable() };
    let mut values = Vec::new();
    while reader.next_is_some() {
        values.push(reader.value(0)?);
        reader.skip(|c| c.is_whitespace() || c == ',' || c == ';');
    }
    let lines = match &values[..] {
        [Value::Map(map)] => object(map)?,
        [Value::List(list)] if list.iter().any(Value::is_line) => lines(list, "")?,
        _ if values.iter().all(|value| matches!(value, Value::List(_))) => lines(&values, "")?,
        // Brackets around single cards.
        _ => return None,
    };
    if !lines.iter().any(|line| line.contains(char::is_alphanumeric)) {
        return None;
    }
    Some(lines.join("\n") + "\n")
}

/// The text behind the name of a variable: `board = [[...`.
fn begin(text: &str) -> &str {
    let text = text.trim();
    let open = text.find(['[', '{']).unwrap_or(0);
    let name = text[..open].trim_end();
    let named = name.strip_suffix(['=', ':']).is_some_and(|name| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || " _.\"'".contains(c))
    });
    if named { &text[open..] } else { text }
}

/// Whether brackets stand around each card: `[4C] [5D]`.
fn cards_in_brackets(text: &str) -> bool {
    let lists = |line: &str| line.matches('[').count() > 1 && !line.contains("[[");
    text.starts_with('[') && !text[1..].trim_start().starts_with(['[', '(']) && text.lines().any(lists)
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
}

impl Reader<'_> {
    fn skip(&mut self, what: fn(char) -> bool) {
        while self.chars.next_if(|&c| what(c)).is_some() {}
    }

    fn next_is_some(&mut self) -> bool {
        self.skip(char::is_whitespace);
        self.chars.peek().is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip(char::is_whitespace);
        match *self.chars.peek().filter(|_| depth < DEPTH)? {
            open @ ('[' | '(') => {
                self.chars.next();
                self.list(if open == '[' { ']' } else { ')' }, depth).map(Value::List)
            }
            '{' => {
                self.chars.next();
                self.map(depth).map(Value::Map)
            }
            _ => self.word().map(Value::Word),
        }
    }

    fn list(&mut self, close: char, depth: usize) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        // An item that is missing between two commas is an empty place.
        let mut item = false;
        loop {
            self.skip(char::is_whitespace);
            match *self.chars.peek()? {
                c if c == close => break,
                ',' => {
                    if !std::mem::replace(&mut item, false) {
                        values.push(Value::Word(String::new()));
                    }
                    self.chars.next();
                }
                _ if item => return None,
                _ => {
                    values.push(self.value(depth + 1)?);
                    item = true;
                }
            }
        }
        self.chars.next();
        Some(values)
    }

    fn map(&mut self, depth: usize) -> Option<Vec<(String, Value)>> {
        let mut entries = Vec::new();
        loop {
            self.skip(|c| c.is_whitespace() || c == ',');
            if self.chars.next_if_eq(&'}').is_some() {
                return Some(entries);
            }
            let key = self.word()?;
            self.skip(char::is_whitespace);
            self.chars.next_if_eq(&':')?;
            entries.push((key, self.value(depth + 1)?));
        }
    }

    /// A text in quotation marks, or what stands up to the next mark.
    fn word(&mut self) -> Option<String> {
        let mut word = String::new();
        if let Some(quote) = self.chars.next_if(|c| "\"'".contains(*c)) {
            loop {
                match self.chars.next()? {
                    c if c == quote => return Some(word),
                    // An escaped character of JSON.
                    '\\' => match self.chars.next()? {
                        'u' => {
                            let digits: String = self.chars.by_ref().take(4).collect();
                            word.push(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)?);
                        }
                        c => word.push(c),
                    },
                    '\n' | '\r' => return None,
                    c => word.push(c),
                }
            }
        }
        while let Some(c) = self.chars.next_if(|c| !",[](){}:\n\r\"'".contains(*c)) {
            word.push(c);
        }
        let word = word.trim().to_owned();
        (!word.is_empty()).then_some(word)
    }
}

/// The items of a list in a line.
fn items(values: &[Value]) -> Option<String> {
    let word = |value: &Value| match value {
        Value::Word(word) => Some(word.replace(['\n', '\r', ',', ';', '|'], " ")),
        _ => None,
    };
    let items = values.iter().map(word).collect::<Option<Vec<_>>>()?;
    Some(if items.is_empty() { "--".into() } else { items.join(", ") })
}

/// A line for each inner list, with `mark` before it.
fn lines(values: &[Value], mark: &str) -> Option<Vec<String>> {
    let flat = values.iter().all(|value| matches!(value, Value::Word(word) if !word.contains(' ')));
    if flat && !values.is_empty() {
        return Some(vec![format!("{mark}{}", items(values)?)]);
    }
    let line = |value: &Value| match value {
        Value::List(list) => Some(format!("{mark}{}", items(list)?)),
        Value::Word(word) => Some(format!("{mark}{}", word.replace(['\n', '\r'], " "))),
        Value::Map(_) => None,
    };
    let found = values.iter().map(line).collect::<Option<Vec<_>>>()?;
    (!found.is_empty()).then_some(found)
}

/// The lines of an object that names the parts of a board.
fn object(map: &[(String, Value)]) -> Option<Vec<String>> {
    let (mut titles, mut number, mut above, mut columns) = (Vec::new(), None, Vec::new(), None);
    for (key, value) in map {
        let name: String = key.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        let is = |names: &[&str]| names.contains(&name.as_str());
        match value {
            Value::Word(word) if is(&TITLES) => titles.push(word.clone()),
            Value::Word(word) if is(&NUMBERS) => number = word.parse::<u64>().ok(),
            Value::List(list) if is(&COLUMNS) => columns = Some(lines(list, ": ")?),
            Value::List(list) if is(&ROWS) => columns = Some(lines(list, "row: ")?),
            Value::List(list) if is(&TABLEAU) => columns = Some(lines(list, "")?),
            Value::Map(map) if is(&COLUMNS) || is(&TABLEAU) => columns = Some(numbered(map)?),
            _ if is_section(&name) => above.push(format!("{name}: {}", part(value)?)),
            // A score, a date or the like says nothing of the cards.
            Value::Word(_) => {}
            _ => return None,
        }
    }
    let title = titles.into_iter().take(1).map(|title| match number {
        Some(number) => format!("{title} {number}"),
        None => title,
    });
    Some(title.chain(above).chain(columns?).collect())
}

/// Columns by their numbers, from 0 or from 1.
fn numbered(map: &[(String, Value)]) -> Option<Vec<String>> {
    let digits =
        |key: &str| key.chars().filter(char::is_ascii_digit).collect::<String>().parse::<usize>().ok();
    let numbers = map.iter().map(|(key, _)| digits(key)).collect::<Option<Vec<_>>>()?;
    let first = usize::from(numbers.contains(&0));
    let line = |((_, value), number): (&(String, Value), usize)| match value {
        Value::List(list) => Some(format!("{}: {}", number + first, items(list)?)),
        _ => None,
    };
    map.iter().zip(numbers).map(line).collect()
}

/// What a section says: words, a list, or heights by suit.
fn part(value: &Value) -> Option<String> {
    match value {
        Value::Word(word) if word.is_empty() => Some("empty".into()),
        Value::Word(word) => Some(word.clone()),
        Value::List(list) if list.is_empty() => Some("empty".into()),
        Value::List(list) => {
            let top = |value: &Value| match value {
                // A foundation with all its cards.
                Value::List(list) => last(list),
                Value::Word(word) if word.is_empty() => Some("--".into()),
                Value::Word(word) => Some(word.clone()),
                Value::Map(_) => None,
            };
            Some(list.iter().map(top).collect::<Option<Vec<_>>>()?.join(" "))
        }
        Value::Map(map) => {
            let height = |(key, value): &(String, Value)| {
                let first = key.chars().next()?.to_ascii_uppercase();
                let suit = "CDHS".contains(first).then_some(first).or(match first {
                    '\u{2663}' => Some('C'),
                    '\u{2666}' => Some('D'),
                    '\u{2665}' => Some('H'),
                    '\u{2660}' => Some('S'),
                    _ => None,
                });
                let top = match value {
                    Value::Word(word) => word.clone(),
                    Value::List(list) => last(list)?,
                    Value::Map(_) => return None,
                };
                // A cell has a name of its own, a foundation that of its suit.
                match (suit, top.as_str()) {
                    (_, "" | "null" | "None" | "--") => Some("--".to_owned()),
                    (Some(suit), rank) if rank.len() < 2 || rank.bytes().all(|b| b.is_ascii_digit()) => {
                        Some(format!("{suit}-{rank}"))
                    }
                    _ => Some(top),
                }
            };
            Some(map.iter().map(height).collect::<Option<Vec<_>>>()?.iter().join(" "))
        }
    }
}

fn last(list: &[Value]) -> Option<String> {
    match list.last() {
        None => Some("--".into()),
        Some(Value::Word(word)) => Some(word.clone()),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_lines() {
        for (text, lines) in [
            ("[[\"5H\", \"3D\"],[\"8H\"],[]]", "5H, 3D\n8H\n--\n"),
            ("[['5H', None], ['8H', '', '2C']]", "5H, None\n8H, , 2C\n"),
            ("[5H, 3D]\n[8H]\n[]\n", "5H, 3D\n8H\n--\n"),
            ("board = [\n  [5H 3D],\n  [8H],\n];", "5H 3D\n8H\n"),
            ("[(\"5H\", \"3D\"), (\"8H\",)]", "5H, 3D\n8H\n"),
            ("[\"5H 3D\", \"8H\"]", "5H 3D\n8H\n"),
            ("[\"5H\", \"3D\"]", "5H, 3D\n"),
            ("{\"columns\": [[\"5H\"]], \"freecells\": [\"\", null]}", "freecells: -- null\n: 5H\n"),
            (
                "{'tableau': [['5H']], 'foundations': {'hearts': 4, 'clubs': null}}",
                "foundations: H-4 --\n5H\n",
            ),
            ("{\"game\": \"FreeCell\", \"deal\": 169, \"rows\": [[\"5H\"]]}", "FreeCell 169\nrow: 5H\n"),
            ("{\"tableau\": {\"0\": [\"5H\"], \"1\": []}}", "1: 5H\n2: --\n"),
            ("[[\"5\\u2665\"]]", "5\u{2665}\n"),
        ] {
            assert_eq!(as_lines(text).as_deref(), Some(lines), "{text}");
        }
        for text in
            ["", "5H 3D", "[4C] [5D]\n[6H] [7S]", "[[[[[[[[1]]]]]]]]", "[5H", "{\"rules\": {}}", "[]", "[{}]"]
        {
            assert_eq!(as_lines(text), None, "{text}");
        }
    }
}

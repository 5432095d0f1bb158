//! XML as a stream of elements with their lines, and nothing else.

use patsat_base::FormatError;
use patsat_base::{printable, quoted};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

/// An element as it begins.
pub(super) struct Element {
    pub(super) name: String,
    pub(super) line: usize,
    attributes: Vec<(String, String)>,
}

/// The next item inside an element.
pub(super) enum XmlEvent {
    /// A child.
    Child(Element),
    /// The end of the element.
    End,
}

/// Reads elements.
pub(super) struct Reader<'t> {
    xml: quick_xml::Reader<&'t [u8]>,
    text: &'t str,
    /// Up to where lines have been counted, and how many there were.
    counted: (usize, usize),
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Reader<'t> {
        let mut xml = quick_xml::Reader::from_str(text);
        // An empty element is a beginning and an end.
        xml.config_mut().expand_empty_elements = true;
        Reader { xml, text, counted: (0, 1) }
    }

    fn line_at(&mut self, position: u64) -> usize {
        let position = usize::try_from(position).unwrap_or(usize::MAX).min(self.text.len());
        let (from, line) = if self.counted.0 <= position { self.counted } else { (0, 1) };
        let more = self.text.as_bytes()[from..position].iter().filter(|&&b| b == b'\n').count();
        self.counted = (position, line + more);
        line + more
    }

    fn event(&mut self) -> Result<(Event<'t>, usize), FormatError> {
        match self.xml.read_event() {
            Ok(event) => {
                let at = self.xml.buffer_position();
                Ok((event, self.line_at(at)))
            }
            Err(e) => {
                let at = self.xml.error_position();
                let line = self.line_at(at);
                let found = format!("broken XML ({})", printable(&e.to_string(), 100));
                Err(FormatError::unexpected(found, "a saved game of KPatience").at(line))
            }
        }
    }

    /// The outermost element.
    pub(super) fn root(&mut self) -> Result<Element, FormatError> {
        loop {
            match self.event()? {
                (Event::Start(start), line) => return element(&start, line),
                (Event::Eof, line) => return Err(ended(line)),
                (Event::Text(text), line) if !text.trim().is_empty() => {
                    return Err(FormatError::unexpected(quoted(text.trim()), "an XML element").at(line));
                }
                _ => {}
            }
        }
    }

    /// The next child of the element that is open, or its end. Text is passed over.
    pub(super) fn next(&mut self) -> Result<XmlEvent, FormatError> {
        loop {
            match self.event()? {
                (Event::Start(start), line) => return Ok(XmlEvent::Child(element(&start, line)?)),
                (Event::End(_), _) => return Ok(XmlEvent::End),
                (Event::Eof, line) => return Err(ended(line)),
                _ => {}
            }
        }
    }

    /// As [`Reader::next`]; a child must have this name.
    pub(super) fn next_named(&mut self, name: &str) -> Result<Option<Element>, FormatError> {
        match self.next()? {
            XmlEvent::End => Ok(None),
            XmlEvent::Child(element) if element.name == name => Ok(Some(element)),
            XmlEvent::Child(other) => {
                let found = format!("<{}>", printable(&other.name, 20));
                Err(FormatError::unexpected(found, format!("<{name}>")).at(other.line))
            }
        }
    }

    /// Passes over what is left of the element that is open.
    pub(super) fn skip(&mut self) -> Result<(), FormatError> {
        let mut depth = 1;
        while depth > 0 {
            match self.next()? {
                XmlEvent::Child(_) => depth += 1,
                XmlEvent::End => depth -= 1,
            }
        }
        Ok(())
    }
}

fn ended(line: usize) -> FormatError {
    FormatError::unexpected("the end of the file", "a complete saved game of KPatience").at(line)
}

fn element(start: &BytesStart<'_>, line: usize) -> Result<Element, FormatError> {
    let broken = |e: &dyn std::fmt::Display| {
        let found = format!("broken XML ({})", printable(&e.to_string(), 100));
        FormatError::unexpected(found, "attributes such as pile=\"stack0\"").at(line)
    };
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|e| broken(&e))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|e| broken(&e))?;
        attributes.push((attribute.key.0.to_owned(), value.into_owned()));
    }
    Ok(Element { name: start.name().0.to_owned(), line, attributes })
}

impl Element {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// An attribute that must be there.
    pub(super) fn required(&self, name: &str) -> Result<&str, FormatError> {
        self.attribute(name).ok_or_else(|| {
            let found = format!("<{}> without '{name}'", printable(&self.name, 20));
            self.wrong(found, format!("{name}=\"...\""))
        })
    }

    /// An attribute that must be there and be a number.
    pub(super) fn number(&self, name: &str) -> Result<u32, FormatError> {
        let text = self.required(name)?;
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits
            .then(|| text.parse().ok())
            .flatten()
            .ok_or_else(|| self.wrong(format!("{name}={}", quoted(text)), "a whole number from 0 on"))
    }

    /// An error to be blamed on this element.
    pub(super) fn wrong(
        &self,
        found: impl std::fmt::Display,
        expected: impl std::fmt::Display,
    ) -> FormatError {
        FormatError::unexpected(found, expected).at(self.line)
    }
}

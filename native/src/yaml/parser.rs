//! The tree of a YAML text from its tokens. What is open is kept in a list, so that no nesting is too deep.

use super::collections::State;
use super::scanner::Scanner;
use super::token::{Error, Kind, Scalar, Style};
use super::tree::{Builder, Kind as NodeKind, Properties, Tree};

const EMPTY: Scalar = Scalar {
    style: Style::Plain,
    indent: 0,
    verbatim: true,
};

/// A collection that has not ended.
pub struct Frame {
    pub(super) state: State,
    pub(super) first: bool,
}

/// Reads tokens.
pub struct Parser<'a> {
    text: &'a [u8],
    pub(super) scanner: Scanner<'a>,
    pub(super) builder: Builder<'a>,
    pub(super) frames: Vec<Frame>,
    tags: Vec<(String, String)>,
}

impl<'a> Parser<'a> {
    /// Of a text without control characters that stands `base` bytes after the beginning of its file.
    pub fn new(text: &'a str, base: usize) -> Self {
        Self {
            text: text.as_bytes(),
            scanner: Scanner::new(text),
            builder: Builder::new(text.as_bytes(), base),
            frames: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// The tree, as far as there is no error.
    pub fn tree(mut self) -> Tree {
        let error = self.stream().err();
        self.builder.done(error)
    }

    fn stream(&mut self) -> Result<(), Error> {
        let mut first = true;
        while self.document(first)? {
            while let Some(frame) = self.frames.last() {
                let (state, first) = (frame.state, frame.first);
                self.step(state, first)?;
            }
            if self.scanner.peek()?.kind == Kind::DocumentEnd {
                self.scanner.take();
            }
            self.tags.clear();
            first = false;
        }
        Ok(())
    }

    /// Begins a document; false where there is none any more. Only the first needs no mark.
    fn document(&mut self, first: bool) -> Result<bool, Error> {
        let mut token = self.scanner.peek()?;
        while !first && token.kind == Kind::DocumentEnd {
            self.scanner.take();
            token = self.scanner.peek()?;
        }
        if token.kind == Kind::StreamEnd {
            return Ok(false);
        }
        let directive = |kind| matches!(kind, Kind::Version(_) | Kind::TagDirective);
        self.builder.document();
        if first && token.kind != Kind::DocumentStart && !directive(token.kind) {
            self.default_tags();
            self.node(true, false)?;
            return Ok(true);
        }
        self.directives()?;
        let start = self.scanner.peek()?;
        if start.kind != Kind::DocumentStart {
            return Error::new("", "did not find expected <document start>", start.start);
        }
        self.scanner.take();
        let token = self.scanner.peek()?;
        match token.kind {
            Kind::DocumentStart | Kind::DocumentEnd | Kind::StreamEnd => {
                self.empty(token.start, token.column)?;
            }
            kind if directive(kind) => self.empty(token.start, token.column)?,
            _ => self.node(true, false)?,
        }
        Ok(true)
    }

    fn directives(&mut self) -> Result<(), Error> {
        let mut version = false;
        loop {
            let token = self.scanner.peek()?;
            match token.kind {
                Kind::Version(_) if version => {
                    return Error::new("", "found duplicate %YAML directive", token.start);
                }
                Kind::Version(false) => {
                    return Error::new("", "found incompatible YAML document", token.start);
                }
                Kind::Version(true) => version = true,
                Kind::TagDirective => {
                    let (handle, prefix) = self.scanner.texts.pop_front().unwrap_or_default();
                    if self.tags.iter().any(|(known, _)| *known == handle) {
                        return Error::new("", "found duplicate %TAG directive", token.start);
                    }
                    self.tags.push((handle, prefix));
                }
                _ => break,
            }
            self.scanner.take();
        }
        self.default_tags();
        Ok(())
    }

    fn default_tags(&mut self) {
        for (handle, prefix) in [("!", "!"), ("!!", "tag:yaml.org,2002:")] {
            if self.tags.iter().all(|(known, _)| known != handle) {
                self.tags.push((handle.to_owned(), prefix.to_owned()));
            }
        }
    }

    /// A node with its anchor and tag, or an alias.
    pub(super) fn node(&mut self, block: bool, dashes: bool) -> Result<(), Error> {
        let first = self.scanner.peek()?;
        if first.kind == Kind::Alias {
            self.scanner.take();
            return self.builder.alias(
                first.start,
                first.end,
                &self.text[first.start + 1..first.end],
            );
        }
        let (mut properties, mut end, mut tag) = (Properties::default(), first.start, None);
        let mut token = first;
        for _ in 0..2 {
            match token.kind {
                Kind::Anchor if properties.anchor.is_none() => {
                    properties.anchor = Some(&self.text[token.start + 1..token.end]);
                }
                Kind::Tag if tag.is_none() => tag = Some(token.start),
                _ => break,
            }
            end = token.end;
            self.scanner.take();
            token = self.scanner.peek()?;
        }
        if let Some(at) = tag {
            properties.tag = self.resolved(at)?;
        }
        let (start, column) = (first.start, first.column);
        let (kind, state) = match token.kind {
            Kind::BlockEntry if dashes => (NodeKind::Sequence(false), State::DashItem),
            Kind::Scalar(scalar) => {
                self.scanner.take();
                return self.builder.scalar(
                    (start, token.start, token.end),
                    column,
                    scalar,
                    properties,
                );
            }
            Kind::FlowSequence => (NodeKind::Sequence(true), State::FlowItem),
            Kind::FlowMapping => (NodeKind::Mapping(true), State::FlowKey),
            Kind::BlockSequence if block => (NodeKind::Sequence(false), State::BlockItem),
            Kind::BlockMapping if block => (NodeKind::Mapping(false), State::BlockKey),
            _ if properties.anchor.is_some() || tag.is_some() => {
                return self
                    .builder
                    .scalar((start, end, end), column, EMPTY, properties);
            }
            _ => {
                let context = if block {
                    "while parsing a block node"
                } else {
                    "while parsing a flow node"
                };
                return Error::new(context, "did not find expected node content", token.start);
            }
        };
        self.builder.begin(kind, start, column, properties)?;
        if state != State::DashItem {
            self.scanner.take();
        }
        self.frames.push(Frame { state, first: true });
        Ok(())
    }

    /// The number of the next tag in the scanner's texts, which stands at `at`.
    fn resolved(&mut self, at: usize) -> Result<u32, Error> {
        let (handle, suffix) = self.scanner.texts.pop_front().unwrap_or_default();
        if handle.is_empty() {
            return Ok(self.builder.tag(suffix));
        }
        let Some((_, prefix)) = self.tags.iter().find(|(known, _)| *known == handle) else {
            return Error::new("while parsing a node", "found undefined tag handle", at);
        };
        Ok(self.builder.tag(format!("{prefix}{suffix}")))
    }

    pub(super) fn empty(&mut self, at: usize, column: usize) -> Result<(), Error> {
        self.builder
            .scalar((at, at, at), column, EMPTY, Properties::default())
    }

    pub(super) fn close(&mut self, end: usize) {
        self.frames.pop();
        self.builder.close(end);
    }
}

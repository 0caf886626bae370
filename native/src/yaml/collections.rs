//! What comes next in a list or mapping.

use super::parser::{Frame, Parser};
use super::token::{Error, Kind, Token};
use super::tree::{Kind as NodeKind, Properties};

/// What may come next in a collection that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State {
    BlockItem,
    /// An item of a list that is not indented more than the key that holds it.
    DashItem,
    BlockKey,
    BlockValue,
    FlowItem,
    /// A pair in a list in brackets is a mapping of its own.
    PairKey,
    PairValue,
    PairEnd,
    FlowKey,
    FlowValue,
    /// The value of a key that has no colon.
    NoValue,
}

impl Parser<'_> {
    /// Reads what comes next in the innermost collection.
    pub(super) fn step(&mut self, state: State, first: bool) -> Result<(), Error> {
        let token = self.scanner.peek()?;
        if let Some(frame) = self.frames.last_mut() {
            frame.first = false;
        }
        match state {
            State::BlockItem | State::DashItem => self.item(token, state == State::DashItem),
            State::BlockKey => self.block_key(token),
            State::BlockValue => {
                self.expect(State::BlockKey);
                if token.kind == Kind::Value {
                    self.after_mark(token)
                } else {
                    self.empty(token.start, token.column)
                }
            }
            State::FlowItem => self.flow_item(token, first),
            State::PairKey => {
                self.expect(State::PairValue);
                if !matches!(
                    token.kind,
                    Kind::Value | Kind::FlowEntry | Kind::FlowSequenceEnd
                ) {
                    return self.node(false, false);
                }
                self.scanner.take();
                self.empty(token.end, token.column + token.end - token.start)
            }
            State::PairValue => {
                self.expect(State::PairEnd);
                self.flow_value(token, Kind::FlowSequenceEnd)
            }
            State::PairEnd => {
                self.close(token.start);
                Ok(())
            }
            State::FlowKey => self.flow_key(token, first),
            State::FlowValue => {
                self.expect(State::FlowKey);
                self.flow_value(token, Kind::FlowMappingEnd)
            }
            State::NoValue => {
                self.expect(State::FlowKey);
                self.empty(token.start, token.column)
            }
        }
    }

    fn expect(&mut self, state: State) {
        if let Some(frame) = self.frames.last_mut() {
            frame.state = state;
        }
    }

    fn item(&mut self, token: Token, dashes: bool) -> Result<(), Error> {
        match token.kind {
            Kind::BlockEntry => {
                self.scanner.take();
                let next = self.scanner.peek()?.kind;
                let ends = matches!(next, Kind::BlockEntry | Kind::BlockEnd)
                    || dashes && matches!(next, Kind::Key | Kind::Value);
                if ends {
                    self.empty(token.end, token.column + 1)
                } else {
                    self.node(true, false)
                }
            }
            Kind::BlockEnd if !dashes => {
                self.scanner.take();
                self.close(token.end);
                Ok(())
            }
            _ if dashes => {
                self.close(token.start);
                Ok(())
            }
            _ => Error::new(
                "while parsing a block collection",
                "did not find expected '-' indicator",
                token.start,
            ),
        }
    }

    fn block_key(&mut self, token: Token) -> Result<(), Error> {
        match token.kind {
            Kind::Key => {
                self.expect(State::BlockValue);
                self.after_mark(token)
            }
            Kind::BlockEnd => {
                self.scanner.take();
                self.close(token.end);
                Ok(())
            }
            _ => Error::new(
                "while parsing a block mapping",
                "did not find expected key",
                token.start,
            ),
        }
    }

    /// What stands after a key's mark or a value's colon in a block.
    fn after_mark(&mut self, token: Token) -> Result<(), Error> {
        self.scanner.take();
        match self.scanner.peek()?.kind {
            Kind::Key | Kind::Value | Kind::BlockEnd => {
                self.empty(token.end, token.column + token.end - token.start)
            }
            _ => self.node(true, true),
        }
    }

    fn flow_item(&mut self, mut token: Token, first: bool) -> Result<(), Error> {
        if token.kind != Kind::FlowSequenceEnd {
            if !first {
                if token.kind != Kind::FlowEntry {
                    return Error::new(
                        "while parsing a flow sequence",
                        "did not find expected ',' or ']'",
                        token.start,
                    );
                }
                self.scanner.take();
                token = self.scanner.peek()?;
            }
            if token.kind == Kind::Key {
                self.scanner.take();
                let pair = NodeKind::Mapping(true);
                self.builder
                    .begin(pair, token.start, token.column, Properties::default())?;
                self.frames.push(Frame {
                    state: State::PairKey,
                    first: true,
                });
                return Ok(());
            }
            if token.kind != Kind::FlowSequenceEnd {
                return self.node(false, false);
            }
        }
        self.scanner.take();
        self.close(token.end);
        Ok(())
    }

    fn flow_key(&mut self, mut token: Token, first: bool) -> Result<(), Error> {
        if token.kind != Kind::FlowMappingEnd {
            if !first {
                if token.kind != Kind::FlowEntry {
                    return Error::new(
                        "while parsing a flow mapping",
                        "did not find expected ',' or '}'",
                        token.start,
                    );
                }
                self.scanner.take();
                token = self.scanner.peek()?;
            }
            if token.kind == Kind::Key {
                self.scanner.take();
                self.expect(State::FlowValue);
                let next = self.scanner.peek()?;
                return match next.kind {
                    Kind::Value | Kind::FlowEntry | Kind::FlowMappingEnd => {
                        self.empty(next.start, next.column)
                    }
                    _ => self.node(false, false),
                };
            }
            if token.kind != Kind::FlowMappingEnd {
                self.expect(State::NoValue);
                return self.node(false, false);
            }
        }
        self.scanner.take();
        self.close(token.end);
        Ok(())
    }

    fn flow_value(&mut self, mut token: Token, end: Kind) -> Result<(), Error> {
        if token.kind == Kind::Value {
            self.scanner.take();
            token = self.scanner.peek()?;
            if token.kind != Kind::FlowEntry && token.kind != end {
                return self.node(false, false);
            }
        }
        self.empty(token.start, token.column)
    }
}

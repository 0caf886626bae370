//! What the scanner makes of a text, and what it and the parser object to.

/// How a scalar is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// A block after `|`.
    Literal,
    /// A block after `>`.
    Folded,
}

/// A scalar: its style, the column that the lines of a block begin at, and whether its value is written as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// How it is written.
    pub style: Style,
    /// The column of a block's lines.
    pub indent: u32,
    /// Whether the bytes between its quotes, or all of a plain one, are its value.
    pub verbatim: bool,
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The end of the text.
    StreamEnd,
    /// `%YAML`: whether it is a version that can be read.
    Version(bool),
    /// `%TAG`: its handle and prefix are the scanner's next texts.
    TagDirective,
    /// `---`
    DocumentStart,
    /// `...`
    DocumentEnd,
    /// A dash that begins a list.
    BlockSequence,
    /// A key that begins a mapping.
    BlockMapping,
    /// Less indentation.
    BlockEnd,
    /// `[`
    FlowSequence,
    /// `]`
    FlowSequenceEnd,
    /// `{`
    FlowMapping,
    /// `}`
    FlowMappingEnd,
    /// `-`
    BlockEntry,
    /// `,`
    FlowEntry,
    /// `?`, or what it could stand before.
    Key,
    /// `:`
    Value,
    /// `*name`
    Alias,
    /// `&name`
    Anchor,
    /// `!tag`: its handle and the rest are the scanner's next texts.
    Tag,
    /// A scalar.
    Scalar(Scalar),
}

/// A token with its place in bytes, and its column in characters.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The column that it begins at.
    pub column: usize,
}

/// What is wrong, in libyaml's words, and the offset of the byte to blame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// In words.
    pub message: String,
    /// In bytes.
    pub at: usize,
}

impl Error {
    /// What the scanner or the parser was doing (may be empty), and what it met.
    pub(super) fn new<T>(context: &str, problem: &str, at: usize) -> Result<T, Self> {
        let between = if context.is_empty() { "" } else { ": " };
        Err(Self {
            message: format!("YAML error: {context}{between}{problem}"),
            at,
        })
    }
}

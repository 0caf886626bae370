//! The nodes of a YAML text in their order, each with its place. Aliases are not expanded: they name the node they stand for.

use std::collections::HashMap;

use super::token::{Error, Scalar};

/// Levels of nesting: real manifests have some 30.
pub const MAX_DEPTH: usize = 200;
/// Nodes: 10 MB of manifests have a million. All of them take at most some 100 MB.
pub const MAX_NODES: usize = 4_000_000;

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text.
    Scalar(Scalar),
    /// A list; whether in brackets.
    Sequence(bool),
    /// Keys and values; whether in braces.
    Mapping(bool),
    /// Stands for another node.
    Alias,
}

/// A node. Offsets are bytes of the file.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Whether an anchor names it.
    pub anchored: bool,
    /// Where it begins, with its anchor and tag.
    pub start: u32,
    /// Where it ends; 0 of a list or mapping without brackets.
    pub end: u32,
    /// Of a scalar where it begins without anchor and tag; of a list or mapping the number of the node after all that is in
    /// it; of an alias the number of the node that it stands for.
    pub link: u32,
    /// The column of the list or key that holds a scalar, -1 where nothing does.
    pub column: i32,
    /// The number of its tag in the tree's list, 0 of none.
    pub tag: u32,
}

/// What a node has before it.
#[derive(Clone, Copy, Default)]
pub struct Properties<'a> {
    /// The name of its anchor.
    pub anchor: Option<&'a [u8]>,
    /// The number of its tag.
    pub tag: u32,
}

/// A collection that has not ended.
struct Open {
    node: u32,
    column: i32,
    mapping: bool,
    key_next: bool,
}

/// Nodes, tags and roots.
#[derive(Debug, Default)]
pub struct Tree {
    /// All nodes: a list or mapping, then what is in it.
    pub nodes: Vec<Node>,
    /// Tags as they are meant, the first of them empty.
    pub tags: Vec<String>,
    /// The root of each document.
    pub roots: Vec<u32>,
    /// Why reading stopped.
    pub error: Option<Error>,
}

impl Tree {
    /// The number of the node after this one and all that is in it.
    #[must_use]
    pub fn after(&self, number: u32) -> u32 {
        let node = &self.nodes[number as usize];
        match node.kind {
            Kind::Sequence(_) | Kind::Mapping(_) => node.link,
            _ => number + 1,
        }
    }

    /// The numbers of the nodes that a list or mapping holds: items, or keys and values by turns.
    pub fn inside(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let (mut next, end) = (number + 1, self.after(number));
        std::iter::from_fn(move || {
            let here = (next < end).then_some(next)?;
            next = self.after(here);
            Some(here)
        })
    }

    /// Keys and values of a mapping; a key whose value was not reached is left out.
    pub fn pairs(&self, number: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut inside = self.inside(number);
        std::iter::from_fn(move || Some((inside.next()?, inside.next()?)))
    }

    /// The node that is meant: what an alias stands for, else itself.
    #[must_use]
    pub fn meant(&self, number: u32) -> u32 {
        let node = &self.nodes[number as usize];
        if node.kind == Kind::Alias {
            node.link
        } else {
            number
        }
    }
}

/// Puts nodes together.
pub(super) struct Builder<'a> {
    tree: Tree,
    text: &'a [u8],
    base: usize,
    open: Vec<Open>,
    anchors: HashMap<&'a [u8], u32>,
    tags: HashMap<String, u32>,
}

fn small(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

fn signed(column: usize) -> i32 {
    i32::try_from(column).unwrap_or(i32::MAX)
}

impl<'a> Builder<'a> {
    /// Of a text that stands `base` bytes after the beginning of its file.
    pub(super) fn new(text: &'a [u8], base: usize) -> Self {
        let tree = Tree {
            tags: vec![String::new()],
            nodes: Vec::with_capacity(text.len() / 32),
            ..Tree::default()
        };
        Self {
            tree,
            text,
            base,
            open: Vec::new(),
            anchors: HashMap::new(),
            tags: HashMap::new(),
        }
    }

    /// Another document begins: anchors are forgotten.
    pub(super) fn document(&mut self) {
        self.anchors.clear();
    }

    /// The number of a tag.
    pub(super) fn tag(&mut self, tag: String) -> u32 {
        let next = small(self.tree.tags.len());
        let number = *self.tags.entry(tag.clone()).or_insert(next);
        if number == next {
            self.tree.tags.push(tag);
        }
        number
    }

    /// A scalar from `start` to `end`, its content from `content` on, at a column.
    pub(super) fn scalar(
        &mut self,
        place: (usize, usize, usize),
        column: usize,
        scalar: Scalar,
        properties: Properties<'a>,
    ) -> Result<(), Error> {
        let (start, content, end) = place;
        let key_column = self.key_column(start, column);
        let holder = self.open.last_mut().map_or(-1, |open| {
            if open.mapping && open.key_next {
                open.column = key_column;
            }
            open.column
        });
        let mut node = self.node(Kind::Scalar(scalar), (start, end), properties);
        node.link = small(content + self.base);
        node.column = holder;
        self.add(node, start, properties)
    }

    /// A list or mapping begins.
    pub(super) fn begin(
        &mut self,
        kind: Kind,
        start: usize,
        column: usize,
        properties: Properties<'a>,
    ) -> Result<(), Error> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Error {
                message: format!("YAML is nested deeper than {MAX_DEPTH} levels"),
                at: start,
            });
        }
        let node = self.node(kind, (start, start), properties);
        let number = small(self.tree.nodes.len());
        self.add(Node { end: 0, ..node }, start, properties)?;
        let mapping = matches!(kind, Kind::Mapping(_));
        self.open.push(Open {
            node: number,
            column: signed(column),
            mapping,
            key_next: mapping,
        });
        Ok(())
    }

    /// The list or mapping ends, one in brackets at `end`.
    pub(super) fn close(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let after = small(self.tree.nodes.len());
        let node = &mut self.tree.nodes[open.node as usize];
        node.link = after;
        if matches!(node.kind, Kind::Sequence(true) | Kind::Mapping(true)) {
            node.end = small(end + self.base);
        }
    }

    /// An alias of this name.
    pub(super) fn alias(&mut self, start: usize, end: usize, name: &[u8]) -> Result<(), Error> {
        let Some(&target) = self.anchors.get(name) else {
            let name = String::from_utf8_lossy(name);
            return Error::new("", &format!("found undefined alias '{name}'"), start);
        };
        let mut node = self.node(Kind::Alias, (start, end), Properties::default());
        node.link = target;
        self.add(node, start, Properties::default())
    }

    /// What was read; `error` says why no more.
    pub(super) fn done(mut self, error: Option<Error>) -> Tree {
        let after = small(self.tree.nodes.len());
        for open in self.open {
            self.tree.nodes[open.node as usize].link = after;
        }
        self.tree.error = error.map(|error| Error {
            at: error.at + self.base,
            ..error
        });
        self.tree
    }

    fn node(&self, kind: Kind, place: (usize, usize), properties: Properties<'a>) -> Node {
        Node {
            kind,
            anchored: properties.anchor.is_some(),
            start: small(place.0 + self.base),
            end: small(place.1 + self.base),
            link: 0,
            column: -1,
            tag: properties.tag,
        }
    }

    fn add(&mut self, node: Node, at: usize, properties: Properties<'a>) -> Result<(), Error> {
        if self.tree.nodes.len() >= MAX_NODES {
            return Err(Error {
                message: "YAML has more than 4,000,000 nodes".to_owned(),
                at,
            });
        }
        let number = small(self.tree.nodes.len());
        if let Some(name) = properties.anchor {
            self.anchors.insert(name, number);
        }
        match self.open.last_mut() {
            None => self.tree.roots.push(number),
            Some(open) => open.key_next = open.mapping && !open.key_next,
        }
        self.tree.nodes.push(node);
        Ok(())
    }

    /// The column of a key: of its question mark where it has one.
    fn key_column(&self, start: usize, column: usize) -> i32 {
        let blanks = self.text[..start]
            .iter()
            .rev()
            .take_while(|&&byte| byte == b' ')
            .count();
        let marked = blanks < column && self.text[start - blanks - 1] == b'?';
        signed(if marked { column - blanks - 1 } else { column })
    }
}

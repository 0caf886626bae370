//! Sets of characters by name: POSIX classes and Unicode properties.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// The set of a POSIX bracket or shorthand, as ASCII or as Unicode defines it; None for an unknown name.
pub(in crate::regex) fn posix(name: &str, unicode: bool) -> Option<ClassUnicode> {
    let definition = match (name, unicode) {
        ("alnum", true) => r"[\p{Alphabetic}\p{Nd}]",
        ("alnum", false) => "[0-9A-Za-z]",
        ("alpha", true) => r"\p{Alphabetic}",
        ("alpha", false) => "[A-Za-z]",
        ("ascii", _) => r"[\x00-\x7F]",
        ("blank", true) => r"[\t\p{Zs}]",
        ("blank", false) => r"[\t\x20]",
        ("cntrl", true) => r"\p{Cc}",
        ("cntrl", false) => r"[\x00-\x1F\x7F]",
        ("digit", true) => r"\p{Nd}",
        ("digit", false) => "[0-9]",
        ("graph", true) => r"[^\p{White_Space}\p{Cc}\p{Cn}\p{Cs}]",
        ("graph", false) => r"[!-~]",
        ("lower", true) => r"\p{Lowercase}",
        ("lower", false) => "[a-z]",
        ("print", true) => r"[[^\p{White_Space}\p{Cc}\p{Cn}\p{Cs}]\p{Zs}]",
        ("print", false) => r"[\x20-~]",
        // Unicode counts these nine as symbols, Ruby's bracket as punctuation.
        ("punct", true) => r"[\p{P}$+<=>^`|~]",
        ("punct", false) => r"[!-/:-@\[-`{-~]",
        ("space", true) => r"\p{White_Space}",
        ("space", false) => r"[\t-\r\x20]",
        ("upper", true) => r"\p{Uppercase}",
        ("upper", false) => "[A-Z]",
        ("word", true) => r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]",
        ("word", false) => "[0-9A-Z_a-z]",
        ("xdigit", _) => "[0-9A-Fa-f]",
        _ => return None,
    };
    set_of(definition)
}

/// The set of a property's name in `\p{...}`; None for an unknown one. Spaces, dashes, underscores and case do not count.
pub(super) fn named(name: &str) -> Option<ClassUnicode> {
    let plain: String = name
        .chars()
        .filter(|letter| !matches!(letter, ' ' | '-' | '_'))
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    if !plain.is_ascii()
        || !plain
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '=' | '.'))
    {
        return None;
    }
    match plain.as_str() {
        "punct" => return set_of(r"\p{P}"),
        "xposixpunct" => return posix("punct", true),
        _ => {}
    }
    if let Some(set) = posix(&plain, true) {
        return Some(set);
    }
    match plain.split_once('=') {
        Some(("age", _)) | None => set_of(&format!(r"\p{{{plain}}}")),
        Some(("graphemeclusterbreak", value)) => set_of(&format!(r"\p{{gcb={value}}}")),
        Some(_) => None,
    }
}

/// The set that a class of the regex crate's syntax describes.
pub(super) fn set_of(definition: &str) -> Option<ClassUnicode> {
    let tree = regex_syntax::parse(definition).ok()?;
    match tree.kind() {
        HirKind::Class(Class::Unicode(set)) => Some(set.clone()),
        // A set of one character comes back as a literal.
        HirKind::Literal(literal) => {
            let value = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(ClassUnicode::new([ClassUnicodeRange::new(value, value)]))
        }
        _ => None,
    }
}

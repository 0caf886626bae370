//! TOML with a span on every key and value, for settings files.

use serde_json::{Value as Json, json};
use toml_edit::{Document, Item, Key, Table, TableLike, Value};

/// Why a text is not TOML, and the bytes that are to blame.
#[derive(Debug)]
pub struct Error {
    /// The parser's own words, without the place.
    pub message: String,
    /// Byte offsets.
    pub span: (usize, usize),
}

/// The document as JSON. Every value is `{"type", "span", "value"}`: a table's value is a list of `{"key", "span", "item"}` in the
/// order of the file, an array's a list of values, a date's its text. A span is `[start, end]` in bytes, null of an implied table.
///
/// # Errors
/// What the parser refuses: syntax, a key given twice.
pub fn to_json(text: &str) -> Result<String, Error> {
    let document = Document::parse(text).map_err(|error| Error {
        message: error.message().to_owned(),
        span: error.span().map_or((0, 0), |span| (span.start, span.end)),
    })?;
    Ok(table(document.as_table()).to_string())
}

fn table(table: &Table) -> Json {
    json!({"type": "table", "span": span(table.span()), "value": entries(table)})
}

fn entries(table: &dyn TableLike) -> Vec<Json> {
    table
        .iter()
        .map(|(name, found)| {
            let place = table.key(name).and_then(Key::span);
            json!({"key": name, "span": span(place), "item": item(found)})
        })
        .collect()
}

fn item(item: &Item) -> Json {
    match item {
        Item::None => Json::Null,
        Item::Value(found) => value(found),
        Item::Table(found) => table(found),
        Item::ArrayOfTables(tables) => {
            let each: Vec<Json> = tables.iter().map(table).collect();
            json!({"type": "array", "span": span(tables.span()), "value": each})
        }
    }
}

fn value(value: &Value) -> Json {
    let (kind, content) = match value {
        Value::String(text) => ("string", json!(text.value())),
        Value::Integer(number) => ("integer", json!(number.value())),
        // JSON has no infinity: its text instead, which no setting takes for a number.
        Value::Float(number) if number.value().is_finite() => ("float", json!(number.value())),
        Value::Float(number) => ("not finite", json!(number.value().to_string())),
        Value::Boolean(truth) => ("boolean", json!(truth.value())),
        Value::Datetime(date) => ("date", json!(date.value().to_string())),
        Value::Array(array) => ("array", array.iter().map(self::value).collect()),
        Value::InlineTable(found) => ("table", Json::Array(entries(found))),
    };
    json!({"type": kind, "span": span(value.span()), "value": content})
}

fn span(span: Option<std::ops::Range<usize>>) -> Json {
    span.map_or(Json::Null, |span| json!([span.start, span.end]))
}

#[cfg(test)]
mod tests {
    use super::to_json;

    #[test]
    fn keys_and_values_have_their_spans() {
        let text = "a = 'é'\n[t.u]\nb = [1, 2.5]\n";
        let tree: serde_json::Value = serde_json::from_str(&to_json(text).unwrap()).unwrap();
        let first = &tree["value"][0];
        assert_eq!(first["key"], "a");
        assert_eq!(first["span"], serde_json::json!([0, 1]));
        assert_eq!(first["item"]["value"], "é");
        assert_eq!(first["item"]["span"], serde_json::json!([4, 8]));
        let inner = &tree["value"][1]["item"]["value"][0]["item"]["value"][0];
        assert_eq!(inner["key"], "b");
        let at = usize::try_from(inner["span"][0].as_u64().unwrap()).unwrap();
        assert_eq!(&text[at..=at], "b");
        assert_eq!(inner["item"]["value"][1]["value"], 2.5);
    }

    #[test]
    fn what_is_no_toml_has_a_place() {
        let error = to_json("a = 1\nb = \n").unwrap_err();
        assert!(error.span.0 >= 9, "{error:?}");
        assert!(to_json("a = 1\na = 2\n").is_err());
    }
}

//! A verdict as JSON; spans in bytes of the pattern.

use serde_json::{Value, json};

use super::{Growth, Verdict};

/// `{"verdict", "kind", "degree", "from_each_start", "span", "token", "attack", "growth", "reason"}`; what does not apply is null.
#[must_use]
pub fn verdict_to_json(verdict: &Verdict) -> String {
    let (name, reason) = match verdict {
        Verdict::Safe => ("safe", None),
        Verdict::Vulnerable(_) => ("vulnerable", None),
        Verdict::Unknown(reason) => ("unknown", Some(*reason)),
    };
    let mut value = json!({
        "verdict": name,
        "kind": "none",
        "degree": Value::Null,
        "from_each_start": false,
        "span": Value::Null,
        "token": Value::Null,
        "attack": Value::Null,
        "growth": [],
        "reason": reason,
    });
    if let Verdict::Vulnerable(found) = verdict {
        match found.growth {
            Growth::Exponential => value["kind"] = "exponential".into(),
            Growth::Polynomial(degree) => {
                value["kind"] = "polynomial".into();
                value["degree"] = degree.into();
            }
        }
        value["from_each_start"] = found.from_each_start.into();
        value["span"] = json!([found.span.start, found.span.end]);
        value["token"] = json!([found.token.start, found.token.end]);
        value["attack"] = json!({
            "prefix": found.attack.prefix,
            "pump": found.attack.pump,
            "suffix": found.attack.suffix,
        });
        value["growth"] = json!(found.points);
    }
    value.to_string()
}

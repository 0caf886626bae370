//! Compiles the generated tree-sitter parsers of `grammars/` into the extension, and writes the table of grok patterns.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for grammar in ["fluentd", "logstash"] {
        compile(grammar);
    }
    write_grok_table();
}

/// Writes the pattern definitions of the `grok` crate as a Rust expression, sorted by name.
fn write_grok_table() {
    let mut table = grok::patterns().to_vec();
    table.sort_unstable();
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("grok_table.rs"), format!("&{table:?}"))
        .expect("the build folder can be written");
}

/// Compiles `src/parser.c` of one grammar, and its external scanner where it has one.
fn compile(grammar: &str) {
    let sources = Path::new("..").join("grammars").join(grammar).join("src");
    println!("cargo::rerun-if-changed={}", sources.display());
    let parser = sources.join("parser.c");
    assert!(
        parser.is_file(),
        "{} is missing: run `tree-sitter generate` in grammars/{grammar}",
        parser.display()
    );
    let mut build = cc::Build::new();
    // Generated code: its warnings are the generator's. A debug build needs the speed too, as its lexers are large.
    build
        .std("c11")
        .opt_level(2)
        .warnings(false)
        .include(&sources)
        .file(parser);
    let scanner = sources.join("scanner.c");
    if scanner.is_file() {
        build.file(scanner);
    }
    build.compile(&format!("tree-sitter-{grammar}"));
}

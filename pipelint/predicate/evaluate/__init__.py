"""Running compiled predicates: values, functions and closures. Needs neither lark nor the schema of facts."""

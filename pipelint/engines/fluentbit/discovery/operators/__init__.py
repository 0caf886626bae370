"""What operators make of their resources: sections of Fluent Bit, with places in the resources."""

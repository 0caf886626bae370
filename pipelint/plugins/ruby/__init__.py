"""What plugins declare in their Ruby source, read without running any of it: classes, mixins, constants, literal values."""

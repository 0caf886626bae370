"""What plugins declare, as an editor asks for it: what may be written in a section, and what is known of the one at a cursor."""

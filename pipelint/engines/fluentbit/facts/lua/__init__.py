"""What the Lua scripts of filters do, as far as their text says it."""

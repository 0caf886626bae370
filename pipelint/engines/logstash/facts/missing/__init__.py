"""Fields that are read where nothing sets them."""

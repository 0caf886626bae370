"""What people and programs read: findings and estimates as text and JSON. Nothing is decided here, only shown."""

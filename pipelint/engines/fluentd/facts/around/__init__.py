"""What files around a Fluentd config say of it that no compose file or manifest says."""

"""What single plugins of Fluentd do that their files in ``plugins/fluentd`` cannot say, and looking those up."""

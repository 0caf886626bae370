"""The workloads of Kubernetes manifests: which containers run a config that stands in a ConfigMap, and with what."""

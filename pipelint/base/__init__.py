"""The words every other room uses: spans, documents, source maps, params, findings. Imports nothing of pipelint."""

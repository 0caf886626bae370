"""Reports as pages that stand alone: drawings, configs with what their lines cost, findings, and switches for fixes."""

"""Secrets of configs: which values are some, what rules report of them, and how texts are shown without them."""

from __future__ import annotations

from pipelint.facts.secrets.plain import passwords, plain_logins, plain_queries, plain_secrets

__all__ = ["passwords", "plain_logins", "plain_queries", "plain_secrets"]

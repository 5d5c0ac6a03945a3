"""Approval: what accept writes, and what a change does to the approved state."""

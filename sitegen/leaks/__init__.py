"""Finds keys, machine paths, hosts, mail addresses and private reasoning in what is to be published.

A finding blocks publishing. The names and paths of the machine that builds are never asked for, so equal content gets
the same verdict everywhere; only the values of the machine's own secrets are looked for besides the known forms.
"""

from sitegen.leaks.allow import AllowEntry, parse_allow_list, unused
from sitegen.leaks.decoding import layers
from sitegen.leaks.environment import SECRET_CODE, Secrets, secrets_from
from sitegen.leaks.finding import Finding
from sitegen.leaks.gate import Gate
from sitegen.leaks.grammar import Kind
from sitegen.leaks.patterns import KINDS

__all__ = [
    "KINDS",
    "SECRET_CODE",
    "AllowEntry",
    "Finding",
    "Gate",
    "Kind",
    "Secrets",
    "layers",
    "parse_allow_list",
    "secrets_from",
    "unused",
]

"""Why a setting is refused, in the words of the file: which key, what is wanted there, and what came."""

import re
from datetime import date, datetime, time
from typing import Final, get_args, get_type_hints

import msgspec

LONGEST_SHOWN: Final = 60


def explain(message: str, tree: dict[str, object], root: type[msgspec.Struct]) -> str:
    """What msgspec says, in a sentence for people.

    Args:
        message: msgspec's.
        tree: What the file says.
        root: What it was read as: tables by name, each with keys by name.
    """
    what, _, place = message.partition(" - at `$")
    path = place.strip("`").lstrip(".")
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what, re.DOTALL)
    if unknown is not None:
        known = ", ".join(field.name for field in msgspec.structs.fields(_table(root, path)))
        key = unknown[1] if re.fullmatch(r"[\w-]+", unknown[1]) else shown(unknown[1])
        return f"{f'{path}.{key}' if path else key}: there is no such key; {path or 'the file'} may have {known}"
    came: object = tree
    for name in path.split("."):
        came = came.get(name) if isinstance(came, dict) else None
    table, _, key = path.partition(".")
    if key:
        wanted = _wanted(_table(root, table), key)
    elif isinstance(came, dict):  # The keys are right one by one, but not together.
        wanted = what[:1].lower() + what[1:]
    else:
        wanted = f"expected a table, [{table}]"
    return f"{path}: {wanted}, got {shown(came)}"


def shown(value: object) -> str:
    """A value as a file of settings has it, on one line and not too long."""
    text = _as_written(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def _as_written(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case datetime() | date() | time():
            return value.isoformat()
        case dict():
            return f"{{{', '.join(f'{key} = {_as_written(each)}' for key, each in value.items())}}}"
        case list():
            return f"[{', '.join(map(_as_written, value))}]"
        case _:
            return repr(value)


def _wanted(table: type[msgspec.Struct], key: str) -> str:
    hint = get_type_hints(table, include_extras=True)[key]
    meta = next((one for one in get_args(hint) if isinstance(one, msgspec.Meta)), None)
    if hint is bool:
        return "expected true or false"
    if meta is not None and meta.ge is not None:
        return f"expected a whole number from {meta.ge} to {meta.le}"
    if meta is not None:
        return "expected a time of day such as '22:00', or nothing"
    if get_args(hint):
        return f"expected one of {', '.join(get_args(hint))}"
    return "expected a text in quotation marks"


def _table(root: type[msgspec.Struct], name: str) -> type[msgspec.Struct]:
    """The part of the tree that a table of the file fills; only one level of tables exists."""
    if not name:
        return root
    kind: type[msgspec.Struct] = get_type_hints(root)[name]
    return kind

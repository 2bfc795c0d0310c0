"""Drawn documents of YAML: our reading is that of PyYAML."""

import json

import yaml

# Most differences that are listed.
LISTED = 5


def name(key):
    """A name of a field, as our reader writes it."""
    if isinstance(key, bool):
        return str(key).lower()
    return "?" if key is None else str(key)


def same(ours, theirs):
    """True if two readings of a value are the same."""
    if isinstance(theirs, dict):
        if not (isinstance(ours, list) and ours[0] == "fields"):
            return False
        named = {name(key): value for key, value in theirs.items()}
        found = dict(ours[1])
        return found.keys() == named.keys() and all(same(found[key], named[key]) for key in named)
    if isinstance(theirs, list):
        is_list = isinstance(ours, list) and ours[0] == "list" and len(ours[1]) == len(theirs)
        return is_list and all(map(same, ours[1], theirs))
    if isinstance(theirs, (bool, str)) or theirs is None:
        return type(ours) is type(theirs) and ours == theirs
    if isinstance(ours, list):
        return ours[0] == "number" and float(ours[1].replace(".inf", "inf")) == theirs
    return type(ours) is int and ours == theirs


def check(file):
    """Compares the documents of a file; returns false if a reading differs, or too few are read."""
    documents = json.loads(file.read_text())
    read, more, differences = 0, 0, []
    for document in documents:
        try:
            theirs = yaml.safe_load(document["text"])
        except Exception:
            more += document["read"] is not None
            continue
        read += 1
        if document["read"] is None or not same(document["read"], theirs):
            differences.append(document)
    print(f"yaml: {len(differences)} of {read} documents are read otherwise; {more} are read by us alone", flush=True)
    for document in differences[:LISTED]:
        print(f"  {document['text']!r}\n    is read as {document['read']}")
    return not differences and read > len(documents) / 2

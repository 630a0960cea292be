"""Reads letters, one a line in base64, with Python's own package; tells what it made of each, one a line in JSON."""
import base64
import json
import sys
from email import message_from_bytes, policy


def defects_of(message):
    found = [repr(defect) for defect in message.defects]
    for name, value in message.items():
        found += [f"{name}: {defect!r}" for defect in getattr(value, "defects", ())]
    return found


def read(message):
    own = {
        "type": message.get_content_type(),
        "name": message.get_filename(),
        "fields": [name.lower() for name in message.keys()],
        "defects": defects_of(message),
    }
    if message.is_multipart():
        own["parts"] = [read(part) for part in message.get_payload()]
    elif message.get_content_maintype() == "text":
        own["text"] = message.get_content()
    return own


def people(field):
    return field and [[person.display_name, person.addr_spec] for person in field.addresses]


for line in sys.stdin:
    message = message_from_bytes(base64.b64decode(line), policy=policy.default)
    answer = read(message)
    answer["subject"] = message["subject"]
    for name in ("from", "to", "cc", "reply-to"):
        answer[name] = people(message[name])
    print(json.dumps(answer))

#!/usr/bin/env python3
"""Verifies signed App Store data with Apple's own server library.

Reads JSON from the file named, or from standard input:

    {"root": BASE64_DER, "bundleId": TEXT, "environment": TEXT, "appAppleId": NUMBER or absent,
     "transactions": [JWS], "renewalInfos": [JWS], "notifications": [JWS]}

Prints JSON with the same three lists, each text replaced by the fields that the library decoded, or by
{"error": STATUS} where it refused. Online checks are off, so nothing is fetched.
"""

import base64
import json
import sys

import attr
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException


def plain(value):
    """The decoded fields as JSON has them, without those that are absent."""
    if attr.has(type(value)):
        fields = {field.name: plain(getattr(value, field.name)) for field in attr.fields(type(value))}
        return {name: field for name, field in fields.items() if field is not None}
    if isinstance(value, list):
        return [plain(element) for element in value]
    return getattr(value, "value", value)


def judge(verify, texts):
    verdicts = []
    for text in texts:
        try:
            verdicts.append(plain(verify(text)))
        except VerificationException as refusal:
            verdicts.append({"error": refusal.status.name})
    return verdicts


def main():
    source = open(sys.argv[1], encoding="utf-8") if len(sys.argv) > 1 else sys.stdin
    with source:
        request = json.load(source)
    verifier = SignedDataVerifier(
        [base64.b64decode(request["root"])],
        False,
        Environment(request["environment"]),
        request["bundleId"],
        request.get("appAppleId"),
    )
    kinds = {
        "transactions": verifier.verify_and_decode_signed_transaction,
        "renewalInfos": verifier.verify_and_decode_renewal_info,
        "notifications": verifier.verify_and_decode_notification,
    }
    json.dump({kind: judge(verify, request.get(kind, [])) for kind, verify in kinds.items()}, sys.stdout)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Finds phrases that read oddly in English, and says what to write instead.

Reads Sources, Tests, Documentation, Scripts, Benchmarks, .ci and the documents of the root. Phrases are found across the
line breaks of wrapped prose and comments. An expression is tested by what it must find and what it must leave alone.

  python3 Scripts/words.py                        # every phrase: file:line: phrase → better
  python3 Scripts/words.py --check                # the same; exits 1 if there is any
  python3 Scripts/words.py --count                # how often each expression matches, by folder
  python3 Scripts/words.py --check Documentation  # only these files or folders
  python3 Scripts/words.py --self-test            # the expressions find what they must, and nothing else

Example: Sources/Shop/Receipt.swift:12: The address is none → is invalid, is missing or is nil
"""

import argparse
import bisect
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["Sources", "Tests", "Documentation", "Scripts", "Benchmarks/Sources", ".ci"]
SUFFIXES = {".swift", ".md", ".py", ".yml", ".mustache", ".js", ".txt", ""}
# This file says what not to write.
ITSELF = pathlib.Path(__file__).resolve()
# What begins a line of a comment or a quotation, and is no part of a sentence that is wrapped.
MARK = re.compile(r"^\s*(?:///?|#+|\*|>|-)?\s*")

# `finds` and `leaves` are tuples of what the expression must find and must leave alone.
Rule = collections.namedtuple("Rule", "pattern better finds leaves")
RULES = [
    Rule(r"\b(?:is|are|was|were|be|been|being|gets?|got) told\b(?! apart| from)",
         "is notified of, receives, learns; of a person: sees",
         ("the server is told of a refund", "the customer was told"), ("can be told apart", "is told from the other")),
    Rule(r"\b(?:has|have|had) (?:been |never |not )?told\b|\btold in vain\b|\bin vain\b",
         "has reported; that were missed", ("what the store has told us", "asked in vain"), ("told apart",)),
    Rule(r"\b(?:tells|telling|to tell) (?:the )?(?:server|store|device|backend|phone|ledger|client|blueprint)\b|\btells? of\b",
         "reports to, notifies; records", ("tells the server of it", "to tell the client what"),
         ("tells an old one apart", "Tell the client what happened.")),
    Rule(r"\btells? (?:every|each|all) mistakes?\b", "lists every mistake", ("tells every mistake",), ("lists every mistake",)),
    Rule(r"(?<!\bthere )(?:\bis|\bare|\bwas|\bwere) no(?! (?:longer|more|less|fewer|later|earlier|different|better|match)\b)"
         r" (?=[a-z`A-Z])", "is not a, is not valid, or: there is no",
         ("X is no instant", "This is no JSON", "the answer is no error but a value"),
         ("there is no instant", "There are no purchases", "it is no longer", "is no later than", "the answer is no.")),
    Rule(r"(?<!\bthere )(?<!\bthat )\b(?:is|are|was|were) (?-i:none)\b(?! of|\"|; expected)", "is invalid, is missing or is nil",
         ("The email address is none.",), ("where there is none", "there are none", "is none of these", "value is None", "the trial is none; expected one")),
    Rule(r"\b(?:becom(?:es?|ing)|became) of\b", "how it ends; what happens to it",
         ("what becomes of the purchase", "what became of it"), ("becomes one of these",)),
    Rule(r"\b(?:anew|thereby|whereof|wherein|whereupon|thereof|therein|hereby|whosoever|lest|erstwhile|forthwith)\b",
         "again; so; of which", ("signed anew", "Thereby it ends"), ("a newer one", "the latest")),
    Rule(r"\bin (?:whatever|whichever|what) order\b", "in any order", ("in whatever order they come",), ("in any order",)),
    Rule(r"\bwould rather\b", "To …, use …", ("Those who would rather listen",), ("rather than",)),
    Rule(r"\bnobody learns?\b", "the response does not reveal", ("nobody learns which",), ("nobody can read it",)),
    Rule(r"\b(?:made|makes?|making) (?:it |them )?good\b", "catches up; is corrected",
         ("they are made good when",), ("a good choice", "makes a good name")),
    Rule(r"\b(?:is|are|was|were|be|been) asked for\b(?! (?:an?|consent|permission)\b)",
         "is requested", ("what was missed is asked for",), ("is asked to confirm", "is asked for a consent")),
    Rule(r"\bnot foreseen\b|\bunforeseen\b", "unexpected", ("that was not foreseen",), ("unexpected",)),
    Rule(r"\b(?:life|lives) (?:written down|to play)\b|\bplay(?:s|ed|ing)? (?:a |the |this |its |each |every )?(?:\w+'s )?"
         r"(?:life|lives)\b", "scenario; runs the scenario",
         ("The life to play.", "plays a customer's life", "Lives written down"), ("lifetime", "plays a role")),
    Rule(r"\bif there (?:is|are) none\b|\bthat is none\b", "if there isn't one; is invalid",
         ("nil if there is none", "a text that is none"), ("none of them", "there is none left")),
    Rule(r"\b(?:free )?uses (?:are )?made\b", "uses used", ("All 3 free uses made",), ("use made of it",)),
    Rule(r"\buntil (?:something|anything) happens\b", "no scheduled change",
         ("until something happens",), ("until it happens",)),
    Rule(r"\b(?:tak(?:es?|ing)|took) (?:nothing|anything|something) (?:away\b|from\b)|\bnothing is taken\b|\btaken away\b",
         "never removes access; removes", ("takes nothing away", "nothing is taken from them"), ("takes nothing",)),
    Rule(r"\b(?:is|are|was|be|stays?) good (?:for (?:one|an?|the|\d+)|until)\b", "is valid for",
         ("is good for one customer", "A token is good for 30 days"), ("is good", "is good for testing")),
    Rule(r"\b(?:has|have|with) a rest\b|\brests (?:of|for) \w+ (?:second|minute|hour)s?\b", "waits … between rounds",
         ("has a rest of ten seconds",), ("the rest of the seconds",)),
    Rule(r"\b(?:is|are|was|were|be|been) had\b|\bhad (?:once|twice)\b", "is available, is given, is used",
         ("cannot be had", "a trial is had once", "trials had twice"), ("has had its trial", "it had two")),
    Rule(r"\bnever\b[^.;:|\n]{1,60} nor\b", "has never … or …",
         ("were never built with it nor seen on a device",), ("neither one nor the other",)),
    Rule(r"\bmay have (?:at most )?(?:\d|N )[\w,]* ", "is limited to", ("Signed data may have 64 bytes.",),
         ("may have expired", "may have one")),
    Rule(r"\bused for what it may not\b", "the key usage forbids this", ("is used for what it may not",), ("may not be used",)),
    Rule(r"(?<!\bwe )(?<!\bcan )(?<!\bthen )(?<!\bLet's )\b(?!(?-i:Go on))(?:goes|go|went|gone|going) on\b(?! (?:sale|top|the|a|disk|screen|to|holiday)\b)", "continues",
         ("it goes on where it is allowed", "and the session goes on"), ("goes on sale", "Shall we go on?", "go on top", "a button \"Go on\"")),
    Rule(r"\b(?:is|are|was|were|be) (?:sent|posted|asked) again\b", "is retried",
         ("It is sent again after",), ("sends it again",)),
    Rule(r"\bof which (?:nothing|none)\b", "whose … is not …", ("a feature of which nothing is fetched",), ("of which two",)),
    Rule(r"(?<!\bnot )\b(?:has|have|had) not (?:an?|the|any|one|two|three|its|it|that)\b", "does not have",
         ("it has not three certificates",), ("has not been", "has not expired")),
    Rule(r"\b(?:hears?|heard|hearing) (?:of|about)\b", "receives, is notified of",
         ("The server hears of renewals",), ("is heard", "hear the sound")),
    Rule(r"\bunless (?:it is |they are )?(?:said|told) otherwise\b", "by default",
         ("three times unless told otherwise",), ("unless the blueprint says otherwise",)),
    Rule(r"\b(?:store|server|device|phone|Apple|backend|account)(?:['’]s)? word\b", "what the store signed; the server's answer",
         ("the store's word", "as the device's word"), ("the store's words.swift", "keyword")),
    Rule(r"\bnews (?:of|about|from|that|comes?|came|arrives?)\b|\b(?:without|late|later|older|newer|no) news\b",
         "an update, a notification", ("News of a purchase", "without news"), ("newest", "the newspaper")),
    Rule(r"\bsp(?:eaks?|oke|eaking) of\b", "refers to, is about", ("the renewal info speaks of another",), ("speaks English",)),
    Rule(r"\bwithout a word\b", "silently", ("goes back without a word",), ("without a password",)),
    Rule(r"\bstumbl(?:es?|ed|ing) over\b", "fails on", ("that the server stumbles over",), ("a stumbling block",)),
    Rule(r"\b(?:could|can|may) ?not be told\b", "is unknown", ("it could not be told yet",), ("could not be read",)),
    Rule(r"\b(?:is|are|was|were|be) said\b(?! to be\b)", "is shown, is reported, is listed",
         ("an offer is said as written",), ("is said to be here",)),
    Rule(r"\bgiven again\b", "returned again", ("is given again byte for byte",), ("given twice",)),
    Rule(r"\b(?:many|left|customers) (?:of|in) (?:a|each|every) hundred\b", "percent; a percentage",
         ("so many in a hundred", "uses left of a hundred"), ("a hundred coins", "an allowance of a hundred a day")),
    Rule(r"\bnothing of (?:it|them|the|this|that)\b", "no part of", ("nothing of the person",), ("nothing else",)),
    Rule(r"\b(?:nobody|no one) (?:is|was) (?:by|there)\b", "is unattended", ("nobody is there",), ("nobody is signed in",)),
]


def texts(paths):
    for path in paths:
        if path.is_dir():
            for file in sorted(path.rglob("*")):
                hidden = any(part in (".build", "__pycache__", ".venv") for part in file.parts)
                if file.is_file() and not hidden and file.suffix in SUFFIXES and file != ITSELF:
                    yield file
        elif path != ITSELF:
            yield path


def everything():
    root = [path for path in sorted(ROOT.iterdir()) if path.is_file() and (path.suffix in {".md", ".txt"} or path.name == "Makefile")]
    return [*root, *(ROOT / folder for folder in FOLDERS)]


def flowing(text):
    """The text with wrapped lines joined, and where each of its lines begins."""
    starts, parts, length = [], [], 0
    for line in text.splitlines():
        starts.append(length)
        part = MARK.sub("", line, count=1).rstrip()
        part = part + " " if part else "\n"
        parts.append(part)
        length += len(part)
    return "".join(parts), starts


def found(text):
    """Each phrase as its line, what was found, the rule."""
    joined, starts = flowing(text)
    for rule, pattern in COMPILED:
        for match in pattern.finditer(joined):
            yield bisect.bisect_right(starts, match.start()), match, rule, joined


def shown(match, joined):
    """The phrase with the word before and the word after it."""
    before = joined[:match.start()].rsplit("\n", 1)[-1].split()[-2:]
    after = joined[match.end():].split("\n", 1)[0].split()[:2]
    return " ".join([*before, match[0].strip(), *after])


def self_test():
    failures = []
    for rule in RULES:
        pattern = re.compile(rule.pattern, re.IGNORECASE)
        failures += [f"not found by {rule.pattern}: {text}" for text in rule.finds if not pattern.search(text)]
        failures += [f"found by {rule.pattern}: {text}" for text in rule.leaves if pattern.search(text)]
    wrapped = "/// The server\n  /// is\n  /// told of it.\n\n/// A key is\n\ntold"
    if [line for line, *_ in found(wrapped)] != [2]:
        failures.append("a phrase is not found across wrapped lines, or found across paragraphs")
    if failures:
        sys.exit("\n".join(failures))
    print(f"{len(RULES)} expressions find what they must")


COMPILED = [(rule, re.compile(rule.pattern, re.IGNORECASE)) for rule in RULES]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=pathlib.Path, help="files or folders; everything by default")
    parser.add_argument("--check", action="store_true", help="exit 1 if any phrase is found")
    parser.add_argument("--count", action="store_true", help="print counts instead of places")
    parser.add_argument("--self-test", action="store_true", help="test the expressions first; alone, do nothing else")
    options = parser.parse_args()
    if options.self_test:
        self_test()
        if not options.check and not options.count:
            return
    total, counts = 0, collections.defaultdict(collections.Counter)
    for path in texts([path.resolve() for path in options.paths] or everything()):
        place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        hits = sorted(found(path.read_text(encoding="utf-8")), key=lambda hit: (hit[0], hit[1].start()))
        for line, match, rule, joined in hits:
            total += 1
            counts[rule][place.parts[0]] += 1
            if not options.count:
                print(f"{place}:{line}: {shown(match, joined)} → {rule.better}")
    if options.count:
        for rule, folders in sorted(counts.items(), key=lambda item: -sum(item[1].values())):
            where = ", ".join(f"{name} {count}" for name, count in folders.items())
            print(f"{sum(folders.values()):5}  such as “{rule.finds[0]}” → {rule.better}  ({where})")
    print(f"{total} phrases to rewrite" if total else "no phrases to rewrite")
    if total and options.check:
        sys.exit(1)


if __name__ == "__main__":
    main()

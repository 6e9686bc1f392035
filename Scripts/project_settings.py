"""The compiler's settings in the projects of apps that use Tollgate."""


def _features(*names):
    return [flag for name in names for flag in ("-enable-upcoming-feature", name)]


SWIFT_6 = ["-swift-version", "6"]
# What Xcode 26 sets for a new app project; packages get none of it.
_NEW_PROJECT = ["-default-isolation", "MainActor", *_features("MemberImportVisibility")]
# Approachable concurrency; Swift 6 includes the first three.
_APPROACHABLE = [
    "DisableOutwardActorInference",
    "GlobalActorIsolatedTypesUsability",
    "InferSendableFromCaptures",
    "InferIsolatedConformances",
    "NonisolatedNonsendingByDefault",
]

PROJECTS = {
    "Swift 6": SWIFT_6,
    "a new project of Xcode 26": ["-swift-version", "5", *_NEW_PROJECT, *_features(*_APPROACHABLE)],
    "a new project of Xcode 26, in Swift 6": [*SWIFT_6, *_NEW_PROJECT, *_features(*_APPROACHABLE[3:])],
}

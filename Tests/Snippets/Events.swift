// What the snippets of `Events.md` use in addition.

@MainActor func track(_ event: String, _ properties: [String: String]) {}

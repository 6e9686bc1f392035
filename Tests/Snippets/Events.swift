// What the snippets of `Events.md` use besides.

@MainActor func track(_ event: String, _ properties: [String: String]) {}

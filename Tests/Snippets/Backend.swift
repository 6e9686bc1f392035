// What the snippets of `Backend.md` use in addition.

@MainActor func sendToBackend() async {}

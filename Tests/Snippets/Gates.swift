// What the snippets of `Gates.md` use in addition.

@MainActor func makeDrill() async throws -> String { "jab, cross" }
@MainActor func show(_ drill: String) {}

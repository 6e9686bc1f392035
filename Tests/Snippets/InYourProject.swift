// What the snippets of `InYourProject.md` use in addition.

@MainActor func reloadWidgets() {}

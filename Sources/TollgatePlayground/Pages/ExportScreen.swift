struct ExportScreen: Sendable, Equatable {
  var title = "Export"
  /// A sentence below the title.
  var text: String
  /// What can be exported.
  var formats: [ExportFormat] = []
  /// A row among the rows.
  var prompt: PromptCard?
}

struct ExportFormat: Sendable, Equatable {
  var name: String
  var detail: String
  var icon: Icon
  /// Whether it needs the upgrade.
  var locked = false
  var action: PageAction
}

/// Files to export.
struct ExportScreen: Sendable, Equatable {
  /// The large title.
  var title = "Export"
  /// A sentence below the title.
  var text: String
  /// What can be exported.
  var formats: [ExportFormat] = []
  /// A row among the rows.
  var prompt: PromptCard?
}

/// One file format.
struct ExportFormat: Sendable, Equatable {
  var name: String
  var detail: String
  var icon: Icon
  /// Whether it needs the upgrade.
  var locked = false
  /// What choosing it does.
  var action: PageAction
}

/// Files to take away.
public struct ExportScreen: Sendable, Equatable {
  /// The large title.
  public var title: String
  /// A sentence under the title.
  public var text: String
  /// What can be exported.
  public var formats: [ExportFormat]
  /// A line among the rows.
  public var prompt: PromptCard?

  /// Creates the value from its parts.
  public init(
    title: String = "Export",
    text: String,
    formats: [ExportFormat] = [],
    prompt: PromptCard? = nil
  ) {
    self.title = title
    self.text = text
    self.formats = formats
    self.prompt = prompt
  }
}

/// One kind of file.
public struct ExportFormat: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// What is in it.
  public var detail: String
  /// Its icon.
  public var icon: Icon
  /// Whether it needs the upgrade.
  public var locked: Bool
  /// What choosing it does.
  public var action: PageAction

  /// Creates the value from its parts.
  public init(
    name: String,
    detail: String,
    icon: Icon,
    locked: Bool = false,
    action: PageAction
  ) {
    self.name = name
    self.detail = detail
    self.icon = icon
    self.locked = locked
    self.action = action
  }
}

/// One training plan.
public struct TrainingPlan: Sendable, Equatable {
  /// Its id.
  public var id: String
  /// Its name.
  public var title: String
  /// A line under it.
  public var detail: String
  /// A word on it, such as "Read only".
  public var note: String?
  /// Opens it.
  public var open: PageAction

  /// Creates the value from its parts.
  public init(
    id: String,
    title: String,
    detail: String,
    note: String? = nil,
    open: PageAction
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.note = note
    self.open = open
  }
}

/// One drill of the library.
public struct DrillRow: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// A line under it, such as "12 min · Passing".
  public var detail: String
  /// Its icon.
  public var icon: Icon
  /// Opens it.
  public var open: PageAction?

  /// Creates the value from its parts.
  public init(
    name: String,
    detail: String,
    icon: Icon,
    open: PageAction? = nil
  ) {
    self.name = name
    self.detail = detail
    self.icon = icon
    self.open = open
  }
}

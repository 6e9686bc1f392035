/// The app's settings.
public struct SettingsScreen: Sendable, Equatable {
  /// The large title.
  public var title: String
  /// The back button, if there is no tab bar.
  public var back: PageButton?
  /// The sections, in order.
  public var sections: [SettingsSection]

  /// Creates the value from its parts.
  public init(
    title: String = "Settings",
    back: PageButton? = nil,
    sections: [SettingsSection] = []
  ) {
    self.title = title
    self.back = back
    self.sections = sections
  }
}

/// A section of the settings.
public struct SettingsSection: Sendable, Equatable {
  /// Its title.
  public var title: String
  /// Its rows.
  public var rows: [SettingsRow]
  /// A line under it.
  public var footer: String?

  /// Creates the value from its parts.
  public init(
    title: String,
    rows: [SettingsRow] = [],
    footer: String? = nil
  ) {
    self.title = title
    self.rows = rows
    self.footer = footer
  }
}

/// A row of the settings.
public struct SettingsRow: Sendable, Equatable {
  /// Its name.
  public var label: String
  /// Its value, at the end of the row.
  public var value: String?
  /// A badge, such as "Active".
  public var badge: String?
  /// Its icon.
  public var icon: Icon?
  /// What pressing it does; none for a row that only tells.
  public var action: PageAction?
  /// Whether it removes something.
  public var destructive: Bool

  /// Creates the value from its parts.
  public init(
    label: String,
    value: String? = nil,
    badge: String? = nil,
    icon: Icon? = nil,
    action: PageAction? = nil,
    destructive: Bool = false
  ) {
    self.label = label
    self.value = value
    self.badge = badge
    self.icon = icon
    self.action = action
    self.destructive = destructive
  }
}

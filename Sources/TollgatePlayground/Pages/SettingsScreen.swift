/// The app's settings.
struct SettingsScreen: Sendable, Equatable {
  /// The large title.
  var title = "Settings"
  /// The back button, if there is no tab bar.
  var back: PageButton?
  /// The sections, in order.
  var sections: [SettingsSection] = []
}

/// A section of the settings.
struct SettingsSection: Sendable, Equatable {
  /// Its title.
  var title: String
  /// Its rows.
  var rows: [SettingsRow] = []
  /// A line below it.
  var footer: String?
}

/// A row of the settings.
struct SettingsRow: Sendable, Equatable {
  /// Its name.
  var label: String
  /// Its value, at the end of the row.
  var value: String?
  /// A badge, such as "Active".
  var badge: String?
  /// Its icon.
  var icon: Icon?
  /// What pressing it does; nil for a row that only shows something.
  var action: PageAction?
  /// Whether it removes something.
  var destructive = false
}

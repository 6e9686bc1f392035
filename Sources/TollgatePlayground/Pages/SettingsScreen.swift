struct SettingsScreen: Sendable, Equatable {
  var title = "Settings"
  /// The back button, if there is no tab bar.
  var back: PageButton?
  /// The sections, in order.
  var sections: [SettingsSection] = []
}

struct SettingsSection: Sendable, Equatable {
  var title: String
  var rows: [SettingsRow] = []
  /// A line below it.
  var footer: String?
}

struct SettingsRow: Sendable, Equatable {
  var label: String
  /// Its value, at the end of the row.
  var value: String?
  /// A badge, such as "Active".
  var badge: String?
  var icon: Icon?
  /// What pressing it does; nil for a row that only shows something.
  var action: PageAction?
  /// Whether it removes something.
  var destructive = false
}

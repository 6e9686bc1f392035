/// The less frequent controls of a group, behind one line.
struct ControlMenu: Sendable, Equatable {
  /// The name, unique in the page.
  var name: String
  /// The line that opens it.
  var title: String
  /// The choices, of which one option each holds.
  var choices: [ControlChoice] = []
  /// The buttons.
  var commands: [ControlCommand] = []
}

/// A button of a menu.
struct ControlCommand: Sendable, Equatable {
  /// The value of the form's field `action`.
  var verb: String
  /// The value that the button posts.
  var value = ""
  /// The button's label.
  var label: String
  /// Whether it is impossible now.
  var disabled = false
}

/// A choice of a menu.
struct ControlChoice: Sendable, Equatable {
  /// One option of a choice.
  struct Option: Sendable, Equatable {
    /// The value that its button posts.
    var value: String
    /// Its label.
    var label: String
    /// Its whole name, for screen readers.
    var name: String
    /// Whether it holds.
    var chosen: Bool
  }

  /// The value of the form's field `action`.
  var verb: String
  /// What is chosen.
  var label: String
  /// The options.
  var options: [Option]
  /// Why there is nothing to choose now; nil if there is.
  var impossible: String?

  /// Creates a choice from what its options are called and the one that holds.
  init(
    _ verb: String, _ label: String, _ options: [(value: String, label: String, name: String)],
    holds: String, impossible: String? = nil
  ) {
    self.impossible = impossible
    self.verb = verb
    self.label = label
    self.options = options.map {
      Option(
        value: $0.value, label: $0.label, name: "\(label): \($0.label), \($0.name)",
        chosen: $0.value == holds)
    }
  }
}

/// The menus of the controls' groups.
struct ControlMenus: Sendable, Equatable {
  /// Beside the store's buttons; nil for none.
  var store: ControlMenu?
  /// Beside the phone's buttons; nil for none.
  var phone: ControlMenu?
  /// Beside the network's switch; nil for none.
  var network: ControlMenu?
}

/// The less frequent controls of a group, behind one line.
struct ControlMenu: Sendable, Equatable {
  /// The name, unique in the page.
  var name: String
  /// The line that opens it.
  var title: String
  /// The choices; one option of each is selected.
  var choices: [ControlChoice] = []
  /// The values that are typed.
  var fields: [ControlField] = []
  var commands: [ControlCommand] = []
}

struct ControlCommand: Sendable, Equatable {
  var verb: String
  /// The value of the form's field `of`.
  var subject = ""
  /// The value that the button posts.
  var value = ""
  var label: String
  /// Whether it is impossible now.
  var disabled = false
}

struct ControlChoice: Sendable, Equatable {
  struct Option: Sendable, Equatable {
    /// The value that its button posts.
    var value: String
    var label: String
    /// Its whole name, for screen readers; nil if its texts are.
    var name: String?
    /// Whether it holds.
    var chosen: Bool
    /// Whether it is impossible.
    var disabled = false
    /// What it means, below the label.
    var lines: [String] = []
  }

  var verb: String
  /// The value of the form's field `of`.
  var subject: String
  var label: String
  var options: [Option]
  /// Why there is nothing to choose now; nil if there is.
  var impossible: String?
  /// What a choice leads to; nil if it needs no words.
  var note: String?
  /// Whether the options are cards with lines, below the label.
  var isWide = false

  /// Creates a choice from what its options are called and the one that holds.
  init(
    _ verb: String, of subject: String = "", _ label: String,
    _ options: [(value: String, label: String, name: String)],
    holds: String, impossible: String? = nil
  ) {
    self.impossible = impossible
    self.verb = verb
    self.subject = subject
    self.label = label
    self.options = options.map {
      Option(
        value: $0.value, label: $0.label, name: "\(label): \($0.label), \($0.name)",
        chosen: $0.value == holds)
    }
  }
}

/// A value of a menu that is typed.
struct ControlField: Sendable, Equatable {
  var verb: String
  /// The value of the form's field `of`.
  var subject: String
  /// What is typed.
  var label: String
  /// The kind of input, as in HTML.
  var type: String
  /// The current value; empty for none.
  var value: String
  /// What a value must look like, as a regular expression; nil for anything, also nothing.
  var pattern: String?
  /// What matters about the value; nil if it needs no words.
  var note: String?
}

/// The menus of the controls' groups.
struct ControlMenus: Sendable, Equatable {
  /// Next to the store's buttons.
  var store: [ControlMenu] = []
  /// Next to the phone's buttons.
  var phone: [ControlMenu] = []
  /// Next to the network's switch.
  var network: [ControlMenu] = []
}

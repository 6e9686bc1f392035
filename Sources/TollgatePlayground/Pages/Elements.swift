struct PageButton: Sendable, Equatable {
  var label: String
  var action: PageAction
  /// An icon before the label.
  var icon: Icon?
  var style: ButtonStyle = .plain
}

enum ButtonStyle: String, Sendable, Equatable {
  /// The main action.
  case primary
  /// A secondary action.
  case tinted
  /// Text without a background.
  case plain
  /// Removes something.
  case destructive
}

/// One number with its name.
struct Stat: Sendable, Equatable {
  var label: String
  /// The number, formatted.
  var value: String
  var icon: Icon
}

struct ChartBar: Sendable, Equatable {
  /// The name below it.
  var label: String
  /// The value as text, for screen readers.
  var value: String
  /// Its height, 0 to 100.
  var percent: Int
}

/// How a badge or a state is shown.
enum BadgeTone: String, Sendable, Equatable {
  /// Nothing special.
  case neutral
  /// All is well.
  case good
  /// Needs attention.
  case warning
  /// Something is wrong.
  case bad
}

/// The icons that pages can draw; the names are those of the symbols in `symbols.svg`.
enum Icon: String, CaseIterable, Sendable, Equatable {
  case bag, bell, bolt, book, brain, calendar, camera, chart, chat, check, clock, cloud
  case crown, dumbbell, export, gear, gift, globe, heart, house, infinity, info, leaf
  case lock, mail, moon, person, play, plus, receipt, refresh, shield, sparkles, star
  case target, trophy, video, water, wave, wifi, back
}

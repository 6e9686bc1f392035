/// Drills to train with: the library, the generators, the coach's advice and the plans; empty parts are left out.
struct TrainingScreen: Sendable, Equatable {
  var title: String
  /// A line below it.
  var subtitle: String
  /// The plan, such as "Pro".
  var badge: String?
  var generatorsTitle = "Make a drill"
  /// The features that generate drills.
  var generators: [DrillGenerator] = []
  /// The title over the advice.
  var teasersTitle = "For you"
  /// The coach's advice, locked or not.
  var teasers: [Teaser] = []
  var plansTitle = "My plans"
  /// The plans generated so far.
  var plans: [TrainingPlan] = []
  var libraryTitle = "Drill library"
  /// The library.
  var drills: [DrillRow] = []
  /// Statistics of the training sessions.
  var stats: [Stat] = []
}

/// A feature that generates drills.
struct DrillGenerator: Sendable, Equatable {
  var title: String
  var icon: Icon
  var text: String
  /// The uses left, such as "1 free use".
  var status: String
  /// Whether it leads to the paywall.
  var locked = false
  /// Generates a drill.
  var button: PageButton
}

/// The coach's advice, or a locked card in its place.
struct Teaser: Sendable, Equatable {
  var id: String
  var title: String
  var icon: Icon
  /// The advice, or a description of it while it is locked.
  var text: String
  var locked = false
  var button: PageButton?
}

struct TrainingPlan: Sendable, Equatable {
  var id: String
  var title: String
  /// A line below it.
  var detail: String
  /// A short note, such as "Read only".
  var note: String?
  var open: PageAction
}

struct DrillRow: Sendable, Equatable {
  var name: String
  /// A line below it, such as "12 min · Passing".
  var detail: String
  var icon: Icon
  var open: PageAction?
}

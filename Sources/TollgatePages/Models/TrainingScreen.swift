/// Drills to train with: the library, the makers, the coach's advice and the plans; empty parts are left out.
public struct TrainingScreen: Sendable, Equatable {
  /// The large title.
  public var title: String
  /// A line under it.
  public var subtitle: String
  /// The plan, such as "Pro".
  public var badge: String?
  /// The title over the makers.
  public var makersTitle: String
  /// What makes drills.
  public var makers: [DrillMaker]
  /// The title over the advice.
  public var teasersTitle: String
  /// The coach's advice, locked or not.
  public var teasers: [Teaser]
  /// The title over the plans.
  public var plansTitle: String
  /// The plans made so far.
  public var plans: [TrainingPlan]
  /// The title over the library.
  public var libraryTitle: String
  /// The library.
  public var drills: [DrillRow]
  /// The title over the numbers.
  public var statsTitle: String
  /// The session log in numbers.
  public var stats: [Stat]

  /// Creates the value from its parts.
  public init(
    title: String,
    subtitle: String,
    badge: String? = nil,
    makersTitle: String = "Make a drill",
    makers: [DrillMaker] = [],
    teasersTitle: String = "For you",
    teasers: [Teaser] = [],
    plansTitle: String = "My plans",
    plans: [TrainingPlan] = [],
    libraryTitle: String = "Drill library",
    drills: [DrillRow] = [],
    statsTitle: String = "This week",
    stats: [Stat] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.badge = badge
    self.makersTitle = makersTitle
    self.makers = makers
    self.teasersTitle = teasersTitle
    self.teasers = teasers
    self.plansTitle = plansTitle
    self.plans = plans
    self.libraryTitle = libraryTitle
    self.drills = drills
    self.statsTitle = statsTitle
    self.stats = stats
  }
}

/// A feature that makes a drill.
public struct DrillMaker: Sendable, Equatable {
  /// Its name.
  public var title: String
  /// Its icon.
  public var icon: Icon
  /// What it does.
  public var text: String
  /// What is left of it, such as "1 free use".
  public var status: String
  /// Whether it leads to the paywall.
  public var locked: Bool
  /// Makes one.
  public var button: PageButton

  /// Creates the value from its parts.
  public init(
    title: String,
    icon: Icon,
    text: String,
    status: String,
    locked: Bool = false,
    button: PageButton
  ) {
    self.title = title
    self.icon = icon
    self.text = text
    self.status = status
    self.locked = locked
    self.button = button
  }
}

/// A piece of the coach's advice, or the locked card that stands for it.
public struct Teaser: Sendable, Equatable {
  /// Its id.
  public var id: String
  /// Its name.
  public var title: String
  /// Its icon.
  public var icon: Icon
  /// The advice, or what it would be.
  public var text: String
  /// Whether it is only hinted at.
  public var locked: Bool
  /// Unlocks it.
  public var button: PageButton?

  /// Creates the value from its parts.
  public init(
    id: String,
    title: String,
    icon: Icon,
    text: String,
    locked: Bool = false,
    button: PageButton? = nil
  ) {
    self.id = id
    self.title = title
    self.icon = icon
    self.text = text
    self.locked = locked
    self.button = button
  }
}

/// Skills, and what is done today.
public struct DashboardScreen: Sendable, Equatable {
  /// A line for the person, such as "Good morning, Maya".
  public var greeting: String
  /// A line under it.
  public var subtitle: String
  /// The plan, such as "Pro".
  public var badge: String?
  /// The skill levels, in the order of the chart.
  public var skills: [SkillLevel]
  /// The tracker's title.
  public var trackerTitle: String
  /// What there is to do today.
  public var tasks: [TrackerTask]
  /// A few numbers.
  public var stats: [Stat]
  /// An invitation.
  public var prompt: PromptCard?

  /// Creates the value from its parts.
  public init(
    greeting: String,
    subtitle: String,
    badge: String? = nil,
    skills: [SkillLevel] = [],
    trackerTitle: String = "Today",
    tasks: [TrackerTask] = [],
    stats: [Stat] = [],
    prompt: PromptCard? = nil
  ) {
    self.greeting = greeting
    self.subtitle = subtitle
    self.badge = badge
    self.skills = skills
    self.trackerTitle = trackerTitle
    self.tasks = tasks
    self.stats = stats
    self.prompt = prompt
  }
}

/// One skill and its level.
public struct SkillLevel: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// Its level.
  public var level: Int
  /// How far it reaches in the chart, 0 to 100.
  public var percent: Int

  /// Creates the value from its parts.
  public init(
    name: String,
    level: Int,
    percent: Int
  ) {
    self.name = name
    self.level = level
    self.percent = percent
  }
}

/// One thing to do today.
public struct TrackerTask: Sendable, Equatable {
  /// Its id.
  public var id: String
  /// Its name.
  public var name: String
  /// A line under it.
  public var detail: String
  /// Whether it is done.
  public var done: Bool
  /// What pressing it does.
  public var action: PageAction?

  /// Creates the value from its parts.
  public init(
    id: String,
    name: String,
    detail: String,
    done: Bool = false,
    action: PageAction? = nil
  ) {
    self.id = id
    self.name = name
    self.detail = detail
    self.done = done
    self.action = action
  }
}

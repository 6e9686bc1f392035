/// Skills and today's tracker.
struct DashboardScreen: Sendable, Equatable {
  /// A greeting, such as "Good morning, Maya".
  var greeting: String
  /// A line below it.
  var subtitle: String
  /// The plan, such as "Pro".
  var badge: String?
  /// The skill levels, in the order of the chart.
  var skills: [SkillLevel] = []
  var trackerTitle = "Today"
  var tasks: [TrackerTask] = []
  /// A few statistics.
  var stats: [Stat] = []
  var prompt: PromptCard?
}

struct SkillLevel: Sendable, Equatable {
  var name: String
  var level: Int
  /// Its value in the chart, 0 to 100.
  var percent: Int
}

struct TrackerTask: Sendable, Equatable {
  var id: String
  var name: String
  /// A line below it.
  var detail: String
  var done = false
  var action: PageAction?
}

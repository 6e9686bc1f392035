import Tollgate

/// The apps' own content: conversations, plants, drills.
enum Script {
  private static let replies = [
    "Thank you for telling me. What would a good day look like, from the first hour on?",
    "That makes sense. When did it last feel easy, even for a moment?",
    "I hear how much you care about this. What is one small thing you could try tomorrow?",
    "Good. Let's make it so small that you can't fail. What would that be?",
    "I like that. Who would notice the change first?",
    "Let's come back to this tomorrow. I'll remember where we were.",
  ]

  static let greeting =
    "Hi, I'm your coach. What would you most like to feel different a month from now?"

  static func reply(_ number: Int) -> String { replies[number % replies.count] }

  static func memory(of message: String?) -> String {
    message.map { "I keep coming back to something you told me: “\($0)”. It stayed with me." }
      ?? "I remember how you came in today. It stayed with me."
  }
}

// MARK: The garden

extension Script {
  private static let plants = [
    "Monty the Monstera", "Spike", "Fernanda", "Rosie", "Aloe There", "Slim Shady", "Tom Ato",
    "Basil Brush",
  ]

  private static let cares = [
    "Water tomorrow", "Loves the window", "New leaf this week", "Thirsty on Friday", "Resting",
  ]

  static func plantID(_ number: Int) -> String { "plant-\(number)" }

  static func plant(_ number: Int) -> String { plants[(max(1, number) - 1) % plants.count] }

  static func care(_ number: Int) -> String { cares[(max(1, number) - 1) % cares.count] }

  static let diary = [
    ReaderStep(title: "Light", text: "A bright window, out of the midday sun."),
    ReaderStep(title: "Water", text: "Once the top of the soil is dry."),
    ReaderStep(title: "Growth", text: "Three new leaves since you planted it."),
  ]
}

// MARK: The training ground

extension Script {
  private static let drills = [
    "Wall passes, two-touch", "Cone slalom at speed", "First touch under pressure",
    "Weak-foot finishing", "Rondo for three",
  ]

  private static let quickDrills = [
    "Ten minutes: sole rolls", "Ten minutes: juggling ladder", "Ten minutes: wall rebounds",
  ]

  private static let plans = ["Four weeks of finishing", "Four weeks of first touch"]

  static let library = [
    DrillRow(
      name: "Wall passes", detail: "12 min · Passing", icon: .target, open: .read("Wall passes")),
    DrillRow(
      name: "Cone slalom", detail: "10 min · Dribbling", icon: .bolt, open: .read("Cone slalom")),
    DrillRow(
      name: "Rondo 4 v 1", detail: "15 min · Awareness", icon: .brain, open: .read("Rondo 4 v 1")),
  ]

  static func drill(_ number: Int, of feature: Feature.ID) -> String {
    let names =
      switch feature {
      case "training-plan": plans
      case "quick-drill": quickDrills
      default: drills
      }
    return names[number % names.count]
  }

  static func advice(_ feature: Feature.ID) -> String {
    switch feature {
    case "daily-coaching": "Shorter steps before you turn. Film one turn today."
    case "recommendations": "Next: weak-foot finishing. You skipped it twice."
    default: "Thursday moved to Friday; Saturday is lighter for it."
    }
  }
}

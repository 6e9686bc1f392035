import Tollgate
import TollgatePages

/// What the apps say and show of their own: conversations, plants, drills.
enum Script {
  static let greeting =
    "Hi, I'm your coach. What would you most like to feel different a month from now?"

  private static let replies = [
    "Thank you for telling me. What would a good day look like, from the first hour on?",
    "That makes sense. When did it last feel easy, even for a moment?",
    "I hear how much you care about this. What is one small thing you could try tomorrow?",
    "Good. Let's make it so small that you can't fail. What would that be?",
    "I like that. Who would notice the change first?",
    "Let's come back to this tomorrow. I'll remember where we were.",
  ]

  static func reply(_ number: Int) -> String { replies[number % replies.count] }

  private static let plants = [
    "Monty the Monstera", "Spike", "Fernanda", "Rosie", "Aloe There", "Slim Shady", "Tom Ato",
    "Basil Brush",
  ]

  static func plant(_ number: Int) -> String { plants[(max(1, number) - 1) % plants.count] }

  private static let drills = [
    "Wall passes, two-touch", "Cone slalom at speed", "First touch under pressure",
    "Weak-foot finishing", "Rondo for three",
  ]

  static func drill(_ number: Int, of feature: Feature.ID) -> String {
    feature == "training-plan" ? "Plan \(number + 1): four weeks" : drills[number % drills.count]
  }
}

extension Script {
  private static let cares = [
    "Water tomorrow", "Loves the window", "New leaf this week", "Thirsty on Friday", "Resting",
  ]

  static func care(_ position: Int) -> String { cares[position % cares.count] }
}

extension Script {
  static func advice(_ feature: Feature.ID) -> String {
    switch feature {
    case "daily-coaching": "Shorter steps before you turn. Film one turn today."
    case "recommendations": "Next: weak-foot finishing. You skipped it twice."
    default: "Thursday moved to Friday; Saturday is lighter for it."
    }
  }
}

import Tollgate

/// What an app keeps for one customer: it returns when they do, and nobody else sees it.
struct AppContent {
  var messages: [ChatMessage] = []
  /// The numbers of the plants, oldest first.
  var plants: [Int] = []
  var drills: [TrainingPlan] = []
  var doneTasks: Set<String> = []
  /// The items that the visitor's own app holds, oldest first.
  var items: [(feature: Feature.ID, item: Item.ID)] = []

  /// Adds what a customer created before signing in.
  mutating func take(_ other: AppContent) {
    messages += other.messages
    plants += other.plants
    drills += other.drills
    items += other.items
    doneTasks.formUnion(other.doneTasks)
  }
}

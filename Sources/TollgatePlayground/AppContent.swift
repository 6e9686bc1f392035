/// What an app keeps for one customer: it returns when they do, and nobody else sees it.
struct AppContent {
  var messages: [ChatMessage] = []
  /// The numbers of the plants, oldest first.
  var plants: [Int] = []
  var drills: [TrainingPlan] = []
  var doneTasks: Set<String> = []

  /// Adds what a customer created before signing in.
  mutating func take(_ other: AppContent) {
    messages += other.messages
    plants += other.plants
    drills += other.drills
    doneTasks.formUnion(other.doneTasks)
  }
}

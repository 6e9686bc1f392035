import Tollgate

/// What an app keeps for its customers.
struct AppData {
  private var contents: [Customer.ID?: AppContent] = [:]
  /// The number of the last thing created in the app.
  private var lastMade = 0

  /// What the app keeps for a customer; nil stands for somebody unknown to the server.
  subscript(customer: Customer.ID?) -> AppContent {
    get { contents[customer] ?? AppContent() }
    set { contents[customer] = newValue }
  }

  /// The id of the plant that would be added next.
  var nextPlantID: String { Script.plantID(lastMade + 1) }

  /// The id of the item that a feature of the visitor's own app would hold next.
  func nextItemID(of feature: Feature.ID) -> String { "\(feature)-\(lastMade + 1)" }

  /// Performs an allowed use of a feature of the visitor's own app.
  mutating func use(_ feature: Feature.ID, item: Item.ID?, for customer: Customer.ID?) {
    lastMade += 1
    if let item { self[customer].items.append((feature, item)) }
  }

  /// Performs an allowed use of a feature.
  ///
  /// - Returns: The message that the app shows; nil for none.
  mutating func perform(
    _ feature: Feature.ID, text: String?, for customer: Customer.ID?, at now: Instant
  ) -> String? {
    lastMade += 1
    switch feature {
    case "send-message":
      let turn = self[customer].messages.count { $0.author == .customer }
      say(text ?? "…", as: .customer, to: customer, at: now)
      say(Script.reply(turn), as: .coach, to: customer, at: now)
      return nil
    case "add-plant":
      self[customer].plants.append(lastMade)
      return nil
    case "custom-drill", "quick-drill", "training-plan":
      let id = "\(feature)-\(lastMade)"
      let earlier = self[customer].drills.count { $0.id.hasPrefix(feature.rawValue) }
      let name = Script.drill(earlier, of: feature)
      self[customer].drills.append(
        TrainingPlan(id: id, title: name, detail: "Made \(Words.day(now))", open: .read(id)))
      return "\(name) is ready."
    case "video-picks": return "Three clips of your position, picked for today."
    case "export": return "Your garden is in Files."
    default: return "Done."
    }
  }

  /// Adds what the coach remembers from a customer's last message.
  mutating func remember(_ customer: Customer.ID?, at now: Instant) {
    let told = self[customer].messages.last { $0.author == .customer }?.text
    say(Script.memory(of: told), as: .coach, to: customer, at: now)
  }

  /// Moves what a customer created before signing in to the account.
  mutating func move(from earlier: Customer.ID?, to customer: Customer.ID?) {
    guard earlier != customer, let content = contents.removeValue(forKey: earlier) else { return }
    self[customer].take(content)
  }

  private mutating func say(
    _ text: String, as author: MessageAuthor, to customer: Customer.ID?, at now: Instant
  ) {
    lastMade += 1
    self[customer].messages.append(
      ChatMessage(id: "\(lastMade)", author: author, text: text, time: Words.stamp(now)))
  }
}

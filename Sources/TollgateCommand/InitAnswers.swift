import TollgateAppStore
import TollgateBlueprints

/// The answers for an app's first blueprint; nil where a question is still to be asked.
struct InitAnswers {
  var name: String?
  var bundleID: String?
  var features: [String] = []
  var hasFreeTier: Bool?
  var trial: String?

  /// Asks for what every blueprint has: the app's name and its bundle identifier.
  ///
  /// - Parameter ask: Asks a question; returns nil if nobody can answer.
  /// - Throws: `Failure` if an answer is missing, or no id can be made from the name.
  func app(ask: (String) -> String?) throws(Failure) -> BlueprintTemplate {
    let name = try answer(name, "--name", "What is the app called?", nil, ask)
    var template = BlueprintTemplate(name: name, bundleID: "", features: [])
    guard !template.id.isEmpty else {
      throw Failure(
        in: nil, "an app's id is made from its name, and “\(name)” has no letter or digit")
    }
    template.bundleID = try answer(
      bundleID, "--bundle-id", "What is its bundle identifier?", nil, ask)
    return template
  }

  /// Asks for missing answers.
  ///
  /// - Parameters:
  ///   - products: The products of the `.storekit` file.
  ///   - ask: Asks a question; returns nil if nobody can answer, and an empty text for the suggestion in brackets.
  /// - Throws: `Failure` if an answer is missing or invalid.
  func template(
    for products: StoreKitConfiguration?, ask: (String) -> String?
  ) throws(Failure) -> BlueprintTemplate {
    var template = try app(ask: ask)
    let listed = features.isEmpty ? nil : features.joined(separator: ",")
    template.features = try answer(
      listed, "--feature", "Which features are paid for, with commas between them?",
      "premium features", ask
    ).split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
    if let hasFreeTier {
      template.hasFreeTier = hasFreeTier
    } else {
      template.hasFreeTier = try Self.isYes(
        answer(
          nil, "--free-tier", "Is the rest free (yes), or is everyone asked to buy (no)?", "yes",
          ask))
    }
    let hasOffer = products.map { BlueprintTemplate.hasFreeOffer($0) }
    let said = try answer(
      trial, "--trial",
      "Which trial: none, a number of days from signing up, or store (its free offer)?",
      hasOffer == true ? "store" : "none", ask)
    guard let trial = Self.readTrial(said) else {
      throw Failure(in: nil, "\(said) is not a trial; use none, a number of days, or store")
    }
    if trial == .storeOffer, hasOffer == false {
      throw Failure(in: nil, "no product of the .storekit file has a free introductory offer")
    }
    template.trial = trial
    return template
  }

  /// Returns a trial from its written form; nil for any other text.
  static func readTrial(_ text: String) -> BlueprintTemplate.Trial? {
    switch text {
    case "none": return BlueprintTemplate.Trial.none
    case "store": return .storeOffer
    default:
      guard let days = Int(text), (1...365).contains(days) else { return nil }
      return .days(days)
    }
  }

  private static func isYes(_ text: String) throws(Failure) -> Bool {
    switch text.lowercased() {
    case "y", "yes": return true
    case "n", "no": return false
    default: throw Failure(in: nil, "\(text) is neither yes nor no")
    }
  }

  private func answer(
    _ known: String?, _ option: String, _ question: String, _ suggestion: String?,
    _ ask: (String) -> String?
  ) throws(Failure) -> String {
    if let known { return known }
    let hint = suggestion.map { " [\($0)]" } ?? ""
    let said = ask(question + hint)?.trimmed ?? ""
    if !said.isEmpty { return said }
    guard let suggestion else { throw Failure(in: nil, "\(option) is missing: \(question)") }
    return suggestion
  }
}

extension StringProtocol {
  /// The text without leading and trailing white space.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

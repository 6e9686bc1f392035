extension Paywall {
  /// A rating or a quote that speaks for the app.
  public struct Proof: Hashable, Sendable {
    /// The stars given, 1 to 5; nil without a rating.
    public let stars: Int?
    /// The words.
    public let text: LocalizedText.ID
    /// Who says it.
    public let by: LocalizedText.ID?

    /// Creates a rating or a quote.
    public init(stars: Int? = nil, text: LocalizedText.ID, by: LocalizedText.ID? = nil) {
      self.stars = stars
      self.text = text
      self.by = by
    }
  }

  /// A question about the purchase, with its answer.
  public struct Question: Hashable, Sendable {
    /// The question.
    public let question: LocalizedText.ID
    /// The answer.
    public let answer: LocalizedText.ID

    /// Creates a question.
    public init(question: LocalizedText.ID, answer: LocalizedText.ID) {
      self.question = question
      self.answer = answer
    }
  }

  /// The seconds after which a close button may show.
  public static let closeDelays = 1...30
}

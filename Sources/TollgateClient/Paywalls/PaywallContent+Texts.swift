import Tollgate

extension PaywallContent {
  /// A rating or a quote.
  public struct Proof: Hashable, Sendable {
    /// The stars given, 1 to 5; nil without a rating.
    public let stars: Int?
    /// The rating for screen readers: "5 of 5 stars"; nil without a rating.
    public let starsLabel: String?
    /// The words.
    public let text: String
    /// Who says it.
    public let by: String?
  }

  /// A question about the purchase, with its answer.
  public struct Question: Hashable, Sendable {
    /// The question.
    public let question: String
    /// The answer.
    public let answer: String
  }
}

@MainActor
extension PaywallContent.Proof {
  init(_ proof: Paywall.Proof, for client: TollgateClient) {
    self.init(
      stars: proof.stars, starsLabel: proof.stars.map { client.line(.stars, count: $0, [:]) },
      text: client.text(proof.text) ?? proof.text.rawValue,
      by: proof.by.flatMap { client.text($0) })
  }
}

@MainActor
extension PaywallContent.Question {
  init(_ question: Paywall.Question, for client: TollgateClient) {
    self.init(
      question: client.text(question.question) ?? question.question.rawValue,
      answer: client.text(question.answer) ?? question.answer.rawValue)
  }
}

@MainActor
extension PaywallContent.Benefit {
  init(_ benefit: Paywall.Benefit, for client: TollgateClient) {
    self.init(
      icon: benefit.icon, title: client.text(benefit.title) ?? benefit.title.rawValue,
      detail: benefit.detail.flatMap { client.text($0) })
  }
}

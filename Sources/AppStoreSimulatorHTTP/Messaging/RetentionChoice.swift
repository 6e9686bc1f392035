import TollgateAppStore

/// What the App Store shows a customer who is about to cancel, with the message that the app's server named.
enum RetentionChoice: Hashable, Sendable {
  /// A message alone.
  case message(RetentionMessage)

  /// A message, and another subscription of the group, with the billing plan that the server names, if it names one.
  case alternateProduct(RetentionMessage, productID: String, plan: BillingPlanType?)

  /// A message, and a promotional offer for a subscription of the group.
  case promotionalOffer(RetentionMessage, productID: String, offerID: String)

  var message: RetentionMessage {
    switch self {
    case .message(let message), .alternateProduct(let message, _, _),
      .promotionalOffer(let message, _, _):
      message
    }
  }
}

/// The reason that the App Store does not use the answer of an app's server.
struct RetentionProblem: Error, Hashable, Encodable, Sendable {
  /// The stable code of a reason.
  enum Code: String, Encodable, CaseIterable, Sendable {
    /// No URL is set.
    case noURL

    /// The server did not respond, or its response broke off.
    case noResponse

    /// The response took longer than 700 milliseconds.
    case late

    /// The status is not 200.
    case wrongStatus

    /// The body is not a JSON object with exactly one of the three members, or a field of that member is missing or
    /// wrong.
    case wrongForm

    /// No message was uploaded under the identifier.
    case unknownMessage

    /// The message, or one of its images, is not approved.
    case messageNotApproved
    case imageNotApproved

    /// A message shown with another product or an offer has an image or bullet points.
    case imageNotAllowed

    /// The product is not another subscription of the group, or is not sold with the billing plan.
    case wrongProduct

    /// The offer does not exist, or its signature is not accepted.
    case wrongOffer
  }

  let code: Code

  /// A description for people.
  let detail: String

  /// The reason under which a performance test counts the failure.
  let attemptResult: SendAttemptResult

  init(
    _ code: Code, _ detail: String, countsAs attemptResult: SendAttemptResult = .invalidResponse
  ) {
    self.code = code
    self.detail = detail
    self.attemptResult = attemptResult
  }

  private enum CodingKeys: String, CodingKey { case code, detail }
}

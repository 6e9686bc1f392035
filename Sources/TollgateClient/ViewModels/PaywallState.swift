/// The state of a page that sells: what covers or replaces it.
public enum PaywallState: Hashable, Sendable {
  /// A message with one or two buttons.
  public struct Message: Hashable, Sendable {
    /// The message's title.
    public let title: String
    /// The message's text.
    public let line: String
    /// The title of the button that retries; nil if a retry cannot help.
    public let tryAgainLabel: String?
    /// The title of the button that goes back.
    public let closeLabel: String

    /// Whether a retry can help.
    public var canTryAgain: Bool { tryAgainLabel != nil }
  }

  /// The message after a purchase.
  public struct Welcome: Hashable, Sendable {
    /// The title of the welcome.
    public let title: String
    /// The line below it.
    public let line: String
    /// The title of the button that closes it sooner.
    public let closeLabel: String
    /// How long it stays: two seconds.
    public let closesAfter: Duration
  }

  /// Nothing shows.
  case closed
  /// The store's prices are being loaded, with a line that says so.
  case loading(String)
  /// It offers its plans.
  case selling
  /// The store sells none of it here.
  case empty(Message)
  /// The store's prices could not be loaded.
  case offline(Message)
  /// A purchase is in progress, with a line that says so.
  case purchasing(String)
  /// A purchase is pending and ends in access without further action.
  case pending(Message)
  /// A purchase failed.
  case failed(Message)
  /// The purchase succeeded.
  case welcome(Welcome)
  /// The customer has everything it sells, with a line that says so.
  case owned(String)
}

extension PaywallState {
  /// Whether a plan may be bought now.
  var sells: Bool { self == .selling }
}

extension TollgateClient {
  /// How long a welcome stays.
  static let welcomeStays: Duration = .seconds(2)

  func welcome(_ own: String?) -> PaywallState.Welcome {
    PaywallState.Welcome(
      title: own ?? line(.thanks), line: line(.unlocked), closeLabel: line(.proceed),
      closesAfter: Self.welcomeStays)
  }

  func message(_ problem: PurchaseProblem, titled title: StandardText) -> PaywallState.Message {
    PaywallState.Message(
      title: line(title), line: line(for: problem),
      tryAgainLabel: problem.isRetryable ? line(.tryAgain) : nil,
      closeLabel: line(problem.isRetryable ? .cancel : .ok))
  }

  func message(_ error: ClientError) -> PaywallState.Message {
    PaywallState.Message(
      title: line(.purchaseFailed), line: line(for: error),
      tryAgainLabel: error.isRetryable ? line(.tryAgain) : nil,
      closeLabel: line(error.isRetryable ? .cancel : .ok))
  }

  /// The state of a page that offers the loaded content.
  func state(selling content: PaywallContent) -> PaywallState {
    switch content.problem {
    case .network: .offline(message(.network, titled: .purchaseFailed))
    case let problem?: .empty(message(problem, titled: .nothingToBuy))
    case nil: content.offers.isEmpty ? .empty(nothingToBuy) : .selling
    }
  }

  /// The message that there is nothing to buy.
  var nothingToBuy: PaywallState.Message {
    PaywallState.Message(
      title: line(.nothingToBuy), line: line(.productUnavailable), tryAgainLabel: nil,
      closeLabel: line(.ok))
  }
}

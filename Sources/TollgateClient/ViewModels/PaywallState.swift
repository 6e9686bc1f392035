/// How far a page that sells is: what lies over it, or stands in its place.
public enum PaywallState: Hashable, Sendable {
  /// Something to read, with a button or two.
  public struct Message: Hashable, Sendable {
    /// What it is about.
    public let title: String
    /// What is to be said.
    public let line: String
    /// The button that tries again; nil where that cannot help.
    public let tryAgainLabel: String?
    /// The button that goes back.
    public let closeLabel: String

    /// Whether trying again can help.
    public var canTryAgain: Bool { tryAgainLabel != nil }
  }

  /// What is said after a purchase.
  public struct Welcome: Hashable, Sendable {
    /// The welcome.
    public let title: String
    /// The line below it.
    public let line: String
    /// The button that closes it earlier.
    public let closeLabel: String
    /// How long it stays: two seconds.
    public let closesAfter: Duration
  }

  /// Nothing shows.
  case closed
  /// The store's prices are being loaded; a line says so.
  case loading(String)
  /// It sells.
  case selling
  /// The store sells nothing of it here.
  case empty(Message)
  /// The store's prices could not be loaded.
  case offline(Message)
  /// A purchase is under way; a line says so.
  case purchasing(String)
  /// A purchase waits, and ends in access by itself.
  case pending(Message)
  /// A purchase failed.
  case failed(Message)
  /// It was bought.
  case welcome(Welcome)
  /// The customer has all it sells; a line says so.
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
      tryAgainLabel: problem.canTryAgain ? line(.tryAgain) : nil,
      closeLabel: line(problem.canTryAgain ? .cancel : .ok))
  }

  func message(_ error: ClientError) -> PaywallState.Message {
    PaywallState.Message(
      title: line(.purchaseFailed), line: line(for: error),
      tryAgainLabel: error.isRetryable ? line(.tryAgain) : nil,
      closeLabel: line(error.isRetryable ? .cancel : .ok))
  }

  /// What a page is that wants to sell what was loaded.
  func state(selling content: PaywallContent) -> PaywallState {
    switch content.problem {
    case .network: .offline(message(.network, titled: .purchaseFailed))
    case let problem?: .empty(message(problem, titled: .nothingToBuy))
    case nil: content.offers.isEmpty ? .empty(nothingToBuy) : .selling
    }
  }

  /// Says that there is nothing to buy.
  var nothingToBuy: PaywallState.Message {
    PaywallState.Message(
      title: line(.nothingToBuy), line: line(.productUnavailable), tryAgainLabel: nil,
      closeLabel: line(.ok))
  }
}

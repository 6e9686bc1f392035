/// The state of a page that sells: what covers or replaces it.
public enum PaywallState: Hashable, Sendable {
  /// A message with one or two buttons.
  public struct Message: Hashable, Sendable {
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
    public let title: String
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

  /// Why nothing can be bought: it is not sold here, or the prices could not be loaded; nil otherwise.
  package var note: Message? {
    switch self {
    case .empty(let message), .offline(let message): message
    case .closed, .loading, .selling, .purchasing, .pending, .failed, .welcome, .owned: nil
    }
  }
}

@MainActor
extension PaywallState {
  /// The state of a page that offers the loaded content.
  init(selling content: PaywallContent, for client: TollgateClient) {
    switch content.problem {
    case .network: self = .offline(Message(.network, titled: .purchaseFailed, for: client))
    case let problem?: self = .empty(Message(problem, titled: .nothingToBuy, for: client))
    case nil: self = content.offers.isEmpty ? .empty(.nothingToBuy(for: client)) : .selling
    }
  }
}

@MainActor
extension PaywallState.Message {
  init(_ problem: PurchaseProblem, titled title: StandardText, for client: TollgateClient) {
    self.init(
      title: client.line(title), line: client.line(for: problem),
      tryAgainLabel: problem.isRetryable ? client.line(.tryAgain) : nil,
      closeLabel: client.line(problem.isRetryable ? .cancel : .ok))
  }

  init(_ error: ClientError, for client: TollgateClient) {
    self.init(
      title: client.line(.purchaseFailed), line: client.line(for: error),
      tryAgainLabel: error.isRetryable ? client.line(.tryAgain) : nil,
      closeLabel: client.line(error.isRetryable ? .cancel : .ok))
  }

  /// The message that there is nothing to buy.
  static func nothingToBuy(for client: TollgateClient) -> Self {
    Self(
      title: client.line(.nothingToBuy), line: client.line(.productUnavailable),
      tryAgainLabel: nil, closeLabel: client.line(.ok))
  }
}

@MainActor
extension PaywallState.Welcome {
  /// The welcome with the blueprint's title, or the standard one.
  init(_ title: String?, for client: TollgateClient) {
    self.init(
      title: title ?? client.line(.thanks), line: client.line(.unlocked),
      closeLabel: client.line(.proceed), closesAfter: .seconds(2))
  }
}

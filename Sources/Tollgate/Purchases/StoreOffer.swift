/// The offer a transaction was bought with.
public struct StoreOffer: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// For customers new to a subscription group.
    case introductory
    /// For customers chosen by the app.
    case promotional
    /// For anyone with a code.
    case code
    /// For customers who left.
    case winBack
    /// A kind that this version does not know.
    case other
  }

  /// How an offer is paid.
  public enum Payment: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing is paid while it lasts.
    case freeTrial
    /// A reduced price each billing period.
    case payAsYouGo
    /// One reduced price for the whole offer.
    case payUpFront
    /// A one-time discount.
    case oneTime
  }

  public let kind: Kind
  /// How it is paid, if the store says.
  public let payment: Payment?

  public init(kind: Kind, payment: Payment?) {
    self.kind = kind
    self.payment = payment
  }
}

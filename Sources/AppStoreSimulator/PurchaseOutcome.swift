/// The outcome of a purchase, as decided by the customer.
public enum PurchaseOutcome: Hashable, Sendable {
  /// The customer confirms, and the account's settings decide.
  case buy

  /// The customer closes the sheet.
  case cancel

  /// The purchase waits for a parent's approval, whatever the account's setting.
  case askToBuy

  case fail(PurchaseFailure)
}

extension PurchaseOutcome: RawRepresentable, CaseIterable {
  /// Every outcome: the customer's decisions, then the failures.
  public static let allCases: [Self] =
    [.buy, .cancel, .askToBuy] + PurchaseFailure.allCases.map(Self.fail)

  public init?(rawValue: String) {
    guard let outcome = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = outcome
  }

  /// The outcome's name, or that of the failure.
  public var rawValue: String {
    switch self {
    case .buy: "buy"
    case .cancel: "cancel"
    case .askToBuy: "askToBuy"
    case .fail(let failure): failure.rawValue
    }
  }
}

public import Tollgate

/// A request that gives a customer's purchase to another one, or says what that would do.
public struct PurchaseTransferRequest: Hashable, Sendable, Codable {
  /// The purchase, written as its original transaction id; `sandbox:` before it names another environment.
  public let purchase: PurchaseID
  /// The customer who gets it.
  public let receiver: Customer.ID
  /// Why, in 3 to 500 characters.
  public let reason: String
  /// Whether it is only said what would change; nil means no.
  public let isPreview: Bool?

  /// Creates a request.
  public init(purchase: PurchaseID, receiver: Customer.ID, reason: String, isPreview: Bool? = nil) {
    self.purchase = purchase
    self.receiver = receiver
    self.reason = reason
    self.isPreview = isPreview
  }
}

/// The response to ``PurchaseTransferRequest``: what changes for both customers.
public struct PurchaseTransferResponse: Hashable, Sendable, Codable {
  /// A customer whom the transfer concerns.
  public struct Side: Hashable, Sendable, Codable {
    /// The customer.
    public let customer: Customer.ID
    /// The membership before the transfer.
    public let before: MembershipSummary
    /// The membership after it.
    public let after: MembershipSummary

    /// Creates a side.
    public init(customer: Customer.ID, before: MembershipSummary, after: MembershipSummary) {
      self.customer = customer
      self.before = before
      self.after = after
    }
  }

  /// Whether nothing was done.
  public let isPreview: Bool
  /// Who had the purchase, and who gets it; empty if the receiver had it already.
  public let customers: [Side]
  /// The instant of the decision.
  public let serverTime: Instant

  /// Creates a response.
  public init(isPreview: Bool, customers: [Side], serverTime: Instant) {
    self.isPreview = isPreview
    self.customers = customers
    self.serverTime = serverTime
  }
}

public import Tollgate

/// Everything recorded for one customer.
///
/// It is a class because a struct's copy would retain each of the customer's collections, and one write passes the
/// record on many times.
public final class CustomerRecord: Sendable {
  public let id: Customer.ID
  /// The number of writes so far, which the next write expects.
  public let version: Int
  /// The fold of the facts.
  ///
  /// It includes the facts of the customers merged into this one, and has this one's id.
  public let customer: Customer
  /// The customer this one was merged into, who is not merged itself; nil if this one was not merged.
  public let mergedInto: Customer.ID?
  /// Whether the customer was erased: nothing about them is recorded, and nothing can be written to them.
  public let isErased: Bool
  /// Everyone who was merged into this one.
  public let absorbed: Set<Customer.ID>
  /// How often all of the customer's sessions were ended; a session opened before the last time is not valid.
  public let sessionGeneration: Int

  public init(
    id: Customer.ID, version: Int, customer: Customer, mergedInto: Customer.ID? = nil,
    isErased: Bool = false, absorbed: Set<Customer.ID> = [], sessionGeneration: Int = 0
  ) {
    self.id = id
    self.version = version
    var customer = customer
    customer.id = id
    self.customer = customer
    self.mergedInto = mergedInto
    self.isErased = isErased
    self.absorbed = absorbed
    self.sessionGeneration = sessionGeneration
  }
}

extension CustomerRecord: Hashable {
  public static func == (left: CustomerRecord, right: CustomerRecord) -> Bool {
    left === right
      || left.id == right.id && left.version == right.version && left.customer == right.customer
        && left.mergedInto == right.mergedInto && left.isErased == right.isErased
        && left.absorbed == right.absorbed && left.sessionGeneration == right.sessionGeneration
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(version)
  }
}

/// The result of a request: facts to append in one commit, or none at all.
///
/// The engine only decides. The caller appends the facts to the ledger if the customer is still at the version that the
/// decision was made for, and otherwise decides again.
public struct Decision: Hashable, Sendable {
  /// The facts to append.
  public var facts: [Fact] = []

  /// A trial that another customer has had on one of this customer's devices.
  public struct DeviceHistory: Hashable, Sendable {
    public let device: Device.ID
    public let trial: Trial.ID
    /// Its start, if it is all that happened to the other customer: the device may never have received the answer to its
    /// first launch, and opens the app again as somebody new.
    public let start: TrialStart?

    public init(device: Device.ID, trial: Trial.ID, start: TrialStart? = nil) {
      self.device = device
      self.trial = trial
      self.start = start
    }
  }
}

/// A decision being made: the facts so far, and the customer as those facts leave it.
///
/// Each step sees what the steps before it decided, as the start of a trial sees the sign-up of the same request.
struct DecisionDraft {
  private(set) var customer: Customer
  private(set) var decision = Decision()

  init(of customer: Customer) { self.customer = customer }

  /// Adds a fact, unless it changes nothing.
  mutating func append(_ fact: Fact) {
    if customer.join(fact) { decision.facts.append(fact) }
  }
}

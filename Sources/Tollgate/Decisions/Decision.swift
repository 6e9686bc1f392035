/// The result of a request: facts to append in one commit, or none at all.
///
/// The engine only decides. Whoever asked appends the facts to the ledger if the customer is still at the version that
/// the decision was made for, and otherwise decides again.
public struct Decision: Hashable, Sendable {
  /// The facts to append.
  public var facts: [Fact] = []

  /// A trial that another customer has had on one of this customer's devices.
  public struct DeviceHistory: Hashable, Sendable {
    /// The device.
    public let device: Device.ID
    /// The trial.
    public let trial: Trial.ID

    /// Creates a record of a trial that a device has had.
    public init(device: Device.ID, trial: Trial.ID) {
      self.device = device
      self.trial = trial
    }
  }
}

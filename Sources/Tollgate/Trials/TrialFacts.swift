/// The facts about a customer's trials: those that started, those that cannot, and changes of their time.
struct TrialFacts: Hashable, Sendable {
  /// A trial that starts at most once by itself, and that each purchase starts at most once.
  struct Key: Hashable, Sendable {
    let trial: Trial.ID
    /// The purchase that started it; nil if none did.
    let purchase: PurchaseID?
  }

  struct ForfeitKey: Hashable, Sendable {
    let trial: Trial.ID
    let device: Device.ID
  }

  /// Each trial's start with the terms it keeps; of two reports of one start, the earlier wins.
  var starts: [Key: TrialStart] = [:]
  /// When each trial would have started that the device already had with another customer; the earliest instant wins.
  var forfeits: [ForfeitKey: Instant] = [:]
  /// The extensions of trials; their sum counts.
  var extensions: [TrialExtension.ID: TrialExtension] = [:]
  /// The pauses of trials; the earliest start and the earliest end of each win.
  var pauses: [TrialPause.ID: TrialPause] = [:]
}

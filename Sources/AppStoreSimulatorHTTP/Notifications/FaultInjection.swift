import TollgateAppStore

/// Faults injected into the delivery of notifications, the same for the same seed.
public struct FaultInjection: Hashable, Encodable, Sendable {
  /// The longest configurable delay, in milliseconds: 157 hours, the time of Apple's last attempt.
  public static let longestDelay: Int64 = 157 * 3_600_000

  /// The longest configurable wait before each post, in milliseconds of real time.
  public static let longestSlowness: Int64 = 60_000

  /// The greatest number of notifications that can be held back for reordering.
  public static let largestReordering = 1_000

  /// The seed for the choice of notifications.
  public var seed: UInt64

  /// The percentage of notifications posted twice.
  public var duplicate: Int

  /// The percentage of first attempts that never reach the server.
  public var drop: Int

  /// The percentage of notifications that are delayed.
  public var delay: Int

  /// The longest delay, in milliseconds of the store's clock, as in JSON.
  public var delayUpTo: Int64

  /// How many notifications are held back and then posted in another order; 0 or 1 keeps the order.
  public var reorder: Int

  /// How long each post waits before it starts, in milliseconds of real time, as in JSON.
  public var slow: Int64

  /// Creates a set of faults; without arguments there are none.
  public init(
    seed: UInt64 = 1, duplicate: Int = 0, drop: Int = 0, delay: Int = 0,
    delayUpTo: Int64 = FaultInjection.longestDelay, reorder: Int = 0, slow: Int64 = 0
  ) {
    self.seed = seed
    self.duplicate = min(max(0, duplicate), 100)
    self.drop = min(max(0, drop), 100)
    self.delay = min(max(0, delay), 100)
    self.delayUpTo = min(max(0, delayUpTo), Self.longestDelay)
    self.reorder = min(max(0, reorder), Self.largestReordering)
    self.slow = min(max(0, slow), Self.longestSlowness)
  }

  /// No faults.
  public static let none = Self()
}

extension FaultInjection {
  /// What a number is drawn for, so that one fault does not decide another.
  private enum Purpose: UInt64 {
    case duplicate
    case drop
    case delay
    case delayLength
    case order
  }

  /// Whether a notification is posted twice.
  func duplicates(_ sequence: Int) -> Bool { affects(duplicate, .duplicate, sequence) }

  /// Whether the first attempt of a notification is lost on the way.
  func drops(_ sequence: Int) -> Bool { affects(drop, .drop, sequence) }

  /// The delay of a notification.
  func delay(of sequence: Int) -> Duration {
    guard affects(delay, .delay, sequence) else { return .zero }
    return .milliseconds(randomNumber(.delayLength, sequence) % (UInt64(max(0, delayUpTo)) + 1))
  }

  /// Notifications in a changed order.
  func shuffled(_ sequences: [Int]) -> [Int] {
    sequences.sorted { (randomNumber(.order, $0), $0) < (randomNumber(.order, $1), $1) }
  }

  /// Whether a notification is among the given percentage.
  private func affects(_ percent: Int, _ purpose: Purpose, _ sequence: Int) -> Bool {
    randomNumber(purpose, sequence) % 100 < UInt64(max(0, percent))
  }

  private func randomNumber(_ purpose: Purpose, _ sequence: Int) -> UInt64 {
    SeededNumbers(seed: seed)[UInt64(bitPattern: Int64(sequence)), purpose.rawValue]
  }
}

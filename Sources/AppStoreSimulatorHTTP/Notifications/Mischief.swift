import AppStore

/// How the posting of notifications goes wrong on purpose, the same way for the same seed.
public struct Mischief: Hashable, Encodable, Sendable {
  /// The longest delay that can be asked for, in milliseconds: 157 hours, as Apple's last attempt has.
  public static let longestDelay: Int64 = 157 * 3_600_000

  /// The longest wait before each post that can be asked for, in milliseconds of real time.
  public static let longestSlowness: Int64 = 60_000

  /// How many notifications can be gathered to change their order.
  public static let largestReordering = 1_000

  /// What the choice of notifications follows from.
  public var seed: UInt64

  /// How many in a hundred are posted twice.
  public var duplicate: Int

  /// How many in a hundred first attempts never reach the server.
  public var drop: Int

  /// How many in a hundred are posted later, and at most how much later, in milliseconds of the store's
  /// clock.
  public var delay: Int

  /// The longest delay, in milliseconds of the store's clock.
  public var delayUpTo: Int64

  /// How many notifications are gathered and then posted in another order; 0 or 1 keeps the order.
  public var reorder: Int

  /// How long each post waits before it begins, in milliseconds of real time.
  public var slow: Int64

  /// Describes what goes wrong; without arguments nothing does.
  public init(
    seed: UInt64 = 1, duplicate: Int = 0, drop: Int = 0, delay: Int = 0,
    delayUpTo: Int64 = Mischief.longestDelay, reorder: Int = 0, slow: Int64 = 0
  ) {
    self.seed = seed
    self.duplicate = min(max(0, duplicate), 100)
    self.drop = min(max(0, drop), 100)
    self.delay = min(max(0, delay), 100)
    self.delayUpTo = min(max(0, delayUpTo), Self.longestDelay)
    self.reorder = min(max(0, reorder), Self.largestReordering)
    self.slow = min(max(0, slow), Self.longestSlowness)
  }

  /// Nothing goes wrong.
  public static let none = Self()
}

extension Mischief {
  private enum Purpose: UInt64 {
    case duplicate
    case drop
    case delay
    case delayLength
    case order
  }

  func duplicates(_ sequence: Int) -> Bool { hits(duplicate, .duplicate, sequence) }

  func drops(_ sequence: Int) -> Bool { hits(drop, .drop, sequence) }

  /// How much later a notification is posted, in milliseconds.
  func delay(of sequence: Int) -> Int64 {
    guard hits(delay, .delay, sequence) else { return 0 }
    return Int64(roll(.delayLength, sequence) % (UInt64(max(0, delayUpTo)) + 1))
  }

  /// Notifications in the order in which they are posted when the order is changed.
  func shuffled(_ sequences: [Int]) -> [Int] {
    sequences.sorted { (roll(.order, $0), $0) < (roll(.order, $1), $1) }
  }

  private func hits(_ percent: Int, _ purpose: Purpose, _ sequence: Int) -> Bool {
    roll(purpose, sequence) % 100 < UInt64(max(0, percent))
  }

  /// A number that follows from the seed, a notification and what it is for, by SplitMix64.
  private func roll(_ purpose: Purpose, _ sequence: Int) -> UInt64 {
    [UInt64(bitPattern: Int64(sequence)), purpose.rawValue].reduce(seed) { state, part in
      var mixed = (state ^ part) &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}

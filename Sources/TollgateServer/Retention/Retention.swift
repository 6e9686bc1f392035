import Tollgate
public import TollgateLedger

/// How long the ledger keeps what it does not need forever, in whole days by kind.
///
/// | kind | at least | by default | because |
/// |---|---|---|---|
/// | answers | 30 | 90 | a repeated request gets its first answer; afterwards the use itself is what counts once |
/// | refusals | 30 | 180 | the store repeats its notifications for 180 days |
/// | endedSessions | 400 | 400 | a token can be exchanged for 400 days, so the end has to be known as long |
/// | notifications | 180 | 180 | the store repeats its notifications for 180 days |
/// | reservations | 30 | 30 | a reservation lapses after a day at most |
/// | attributes | 30 | 30 | only the current value is ever read |
/// | revocations | 30 | 180 | revocation is retried for two and a half days |
/// | customers | 400 | 400 | a token can be exchanged for 400 days; nobody can become an older customer again |
///
/// Everything else is kept forever; see ``LedgerPruning``.
///
/// ```swift
/// var retention = Retention()
/// try retention.keep(.answers, days: 365)
/// try retention.keep(.customers, days: nil)  // for ever
/// ```
public struct Retention: Hashable, Sendable {
  /// The greatest number of days: a hundred years.
  public static let longestDays = 36_525

  private var kept: [LedgerPruning.Kind: Int]

  /// Creates the default retention.
  public init() {
    kept = Dictionary(
      uniqueKeysWithValues: LedgerPruning.Kind.allCases.map { ($0, $0.defaultDays) })
  }

  /// Returns how many days a kind is kept; nil means forever.
  public func days(of kind: LedgerPruning.Kind) -> Int? { kept[kind] }

  /// Sets how long a kind is kept.
  ///
  /// - Parameter days: The number of days, from the kind's ``TollgateLedger/LedgerPruning/Kind/leastDays`` to
  ///   ``longestDays``; nil means forever.
  /// - Throws: ``ConfigurationError`` with code `retention` for any other number.
  public mutating func keep(
    _ kind: LedgerPruning.Kind, days: Int?
  ) throws(ConfigurationError) {
    if let days, !(kind.leastDays...Self.longestDays).contains(days) {
      throw ConfigurationError(
        .retention,
        """
        \(days) days is out of range for \(kind.noun): use \(kind.leastDays) to \
        \(Self.longestDays), or forever.
        """)
    }
    kept[kind] = days
  }

  /// Returns the request that removes what is too old at an instant; nil for a kind that is kept forever.
  func pruning(_ kind: LedgerPruning.Kind, at now: Instant) -> LedgerPruning? {
    kept[kind].map { LedgerPruning(kind, before: now.advanced(by: .zero - .days($0))) }
  }
}

extension LedgerPruning.Kind {
  /// The least number of days that anything of the kind is kept.
  public var leastDays: Int { traits.leastDays }

  /// The number of days that the kind is kept by default.
  public var defaultDays: Int { traits.defaultDays }

  /// The kind in words, in the plural.
  public var noun: String { traits.noun }

  private var traits: (noun: String, leastDays: Int, defaultDays: Int) {
    let session = Int(CustomerTokens.renewablePeriod.components.seconds / 86_400)
    return switch self {
    case .answers: ("answers to repeated requests", 30, 90)
    case .refusals: ("refused notifications", 30, 180)
    case .endedSessions: ("ended sessions", session, session)
    case .notifications: ("UUIDs of recorded notifications", 180, 180)
    case .reservations: ("lapsed reservations", 30, 30)
    case .attributes: ("replaced values of attributes", 30, 30)
    case .revocations: ("tokens to revoke", 30, 180)
    case .customers: ("abandoned customers", session, session)
    }
  }
}

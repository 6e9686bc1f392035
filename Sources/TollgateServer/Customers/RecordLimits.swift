import Tollgate
import TollgateWire

/// How much is recorded for one customer, in all and of each kind.
///
/// The limits bound the memory that one customer takes, the time that a decision takes, and the length of every answer.
/// Purchases and releases have no limit: a paid purchase is never refused, and nobody is kept from making room. What is
/// beyond a limit is refused as `limit_reached`, except for devices and openings of the app: a further one is served like
/// any other, and is not recorded.
enum RecordLimits {
  /// How many bytes of what a customer reports are recorded: uses, items, reservations, devices, and what was shown and
  /// dismissed, with the names that the customer chose.
  ///
  /// Ten uses a day fill it in eight years.
  static let bytes = 2 * 1024 * 1024
  /// How many, for a customer with a purchase that the store signed.
  ///
  /// 300 uses a day fill it in two years.
  static let bytesOfPayer = 16 * 1024 * 1024
  /// How many devices are recorded.
  static let devices = 128
  /// How many dismissals of prompts are recorded.
  static let dismissals = 1000
  /// How many times a paywall is recorded as shown or closed.
  static let paywallEvents = 5000
  /// How many days on which the app was opened are recorded, a day in several versions as often.
  static let openings = 5000
  /// How many deliveries of nudges are recorded.
  static let nudges = 1000
  /// How many reservations are open at once.
  static let reservations = 1000

  /// How many grants are recorded, of operators and of the app's own backend.
  static let grants = 200
  /// How many seats of teams are recorded, shared or held, ended or not.
  static let seats = 400
  /// How many times support and the app's own backend extend or pause trials.
  static let trialChanges = 200

  /// Whether a fact that a customer does not have yet is beyond its limit.
  ///
  /// - Parameters:
  ///   - customer: The customer, without the fact.
  ///   - now: The instant, at which reservations that have lapsed do not count.
  /// - Returns: Whether there is no room for it.
  static func excludes(_ fact: Fact, for customer: Customer, at now: Instant) -> Bool {
    switch fact {
    case .device(let fact):
      customer.deviceCount >= devices && !customer.knows(fact.device, by: fact.origin)
    case .dismissal: customer.dismissalCount >= dismissals
    case .paywall: customer.paywallEventCount >= paywallEvents
    case .opening: customer.openingCount >= openings
    case .nudge: customer.nudgeCount >= nudges
    case .reservation: customer.openReservationCount(at: now) >= reservations
    case .grant(let fact): customer.grantCount >= grants && customer.grant(fact.id) == nil
    case .seat(let fact): customer.seatCount >= seats && !customer.knows(fact)
    case .trialExtension: customer.trialChangeCount >= trialChanges
    case .trialPause(let fact): fact.endsAt == nil && customer.trialChangeCount >= trialChanges
    // The blueprint limits attributes and variants to those that it declares; the others have no limit of their own.
    default: false
    }
  }

  /// How many bytes of what a customer reports are recorded.
  static func bytes(of customer: Customer) -> Int {
    customer.hasTransactions ? bytesOfPayer : bytes
  }

  /// Returns the facts of a use, or of its reservation, that are recorded: where there is no room for all, a use that
  /// counts toward no limit is left out, as it is allowed whether it counts or not.
  ///
  /// - Parameter customer: The customer, without them.
  /// - Throws: `Problem` with code `limit_reached`.
  static func recorded(
    _ facts: [Fact], for customer: Customer, at now: Instant
  ) throws(Problem) -> [Fact] {
    let needed = facts.filter { !$0.onlyCounts }
    do throws(Problem) {
      try check(facts, for: customer, at: now)
      return facts
    } catch {
      guard needed.count < facts.count else { throw error }
      try check(needed, for: customer, at: now)
      return needed
    }
  }

  /// Refuses facts that a caller reports, if one is new and beyond its limit.
  ///
  /// - Parameter customer: The customer, without them.
  /// - Throws: `Problem` with code `limit_reached`.
  static func check(
    _ facts: [Fact], for customer: Customer, at now: Instant
  ) throws(Problem) {
    for fact in facts where excludes(fact, for: customer, at: now) {
      var joined = customer
      guard joined.join(fact) else { continue }
      throw Problem(
        .limitReached, "The customer has as many records of this kind as the server keeps.")
    }
    // Who has reached the limit can make room by smaller sizes, which are recorded too, for as long again.
    let makesRoom = facts.allSatisfy {
      switch $0 {
      case .size(let size): customer.growth(to: size) < 0
      case .item(let change): !change.isHeld
      default: false
      }
    }
    let limit = bytes(of: customer) * (makesRoom ? 2 : 1)
    guard customer.reportedBytes + facts.reduce(0, { $0 + $1.value.reportedBytes }) > limit else {
      return
    }
    // What is known already takes no room.
    var joined = customer
    for fact in facts { joined.join(fact) }
    guard joined.reportedBytes > max(limit, customer.reportedBytes) else { return }
    throw Problem(
      .limitReached, "The customer's records are as long as the server keeps them.")
  }
}

extension Fact {
  /// Whether it is a use that counts toward no limit, or the reservation of one that takes nothing.
  fileprivate var onlyCounts: Bool {
    switch self {
    case .use(let use): use.isUnlimited
    case .reservation(let reservation): reservation.terms.takesNothing
    default: false
    }
  }
}

import AppStoreSimulator
import Foundation
import TollgateAppStore

/// The result of an action: the clock, and the notifications that the action caused.
struct ControlAnswer: Encodable, Sendable {
  /// The store's clock after the action, in milliseconds since 1970.
  var now: Instant

  /// The next renewal, end or post; nil if nothing is scheduled.
  var nextEvent: Instant?

  /// The result of a purchase; nil for any other action.
  var purchase: PurchaseAnswer?

  /// What a customer sees before canceling; nil for any other action.
  var sheet: CancelSheet?

  /// The one-time codes that were created; nil for any other action.
  var codes: [String]?

  /// The notifications that the action caused, oldest first, with their delivery so far.
  var notifications: [NotificationLogEntry]
}

extension StoreService {
  /// Performs an action of the control API in a turn.
  ///
  /// When it returns, the app's server has received the notifications that the action caused, unless a fault prevents
  /// it.
  ///
  /// - Parameter name: The last part of the path.
  /// - Returns: The clock, and what happened.
  /// - Throws: ``ControlProblem`` if the action does not exist, or if its fields or the state do not allow it.
  func perform(_ name: String, _ fields: ControlFields) async throws -> ControlAnswer {
    let before = sender.lastSequence
    let outcome: ActionOutcome
    do {
      outcome = try await performed(name, fields)
    } catch let error as StoreBusyError {
      throw ControlProblem(.busy, error.message)
    }
    return ControlAnswer(
      now: simulator.now, nextEvent: nextEvent, purchase: outcome.purchase, sheet: outcome.sheet,
      codes: outcome.codes, notifications: notificationLog(after: before))
  }

  /// The result of an action, in addition to the clock and the notifications.
  private struct ActionOutcome {
    var purchase: PurchaseAnswer?
    var sheet: CancelSheet?
    var codes: [String]?
  }

  /// The fields that an action of the control API accepts; nil if there is no such action.
  static func fields(of action: String) -> [String]? {
    StoreAction.Name(path: action)?.fields ?? ServiceAction(rawValue: action)?.fields
  }

  /// Performs an action of the store or of the service, whose fields are checked first.
  private func performed(_ name: String, _ fields: ControlFields) async throws -> ActionOutcome {
    if let action = StoreAction.Name(path: name) {
      try fields.check(name, takes: action.fields)
      return ActionOutcome(
        purchase: try await turn { store in
          try fields.action(action, of: store).perform(on: store)
        })
    }
    guard let action = ServiceAction(rawValue: name) else {
      let names =
        (StoreAction.Name.allCases.map(\.path) + ServiceAction.allCases.map(\.rawValue)).sorted()
      throw ControlProblem(
        .unknownAction, "There is no action `\(name)`; there are \(names.joined(separator: ", ")).")
    }
    try fields.check(name, takes: action.fields)
    switch action {
    case .account:
      let account = try fields.anyAccount("account")
      try await turn { $0.setAsksToBuy($0.asksToBuy(account), for: account) }
    case .clock: try await moveClock(ClockMove(fields))
    case .notify:
      post(to: try Self.address(fields))
      try await settle()
    case .faults:
      set(try FaultInjection(fields))
      try await settle()
    case .chaos:
      if let seed = try fields.integer("seed", in: 0...Int64.max) {
        beginChaos(seed: UInt64(seed))
      } else {
        endChaos()
      }
      try await settle()
    case .refuse: try refuse(fields)
    case .refundDecision:
      let id = try fields.transaction(of: simulator).transactionId
      guard try await decideRefund(of: id) else {
        throw ControlProblem(.nothingToDo, "Nobody asked for a refund of \(id).")
      }
    case .cancelSheet: return ActionOutcome(sheet: try await openCancelSheet(fields))
    case .review: try await review(fields)
    case .offerCodes: return ActionOutcome(codes: try await makeOfferCodes(fields))
    case .invitations:
      let host = try fields.required("host", fields.word("host", InvitationHost.self))
      try await turn { $0.setInvitationManagement(host.management) }
    case .unclaimSeat:
      let claim = try fields.requiredText("seatClaim")
      guard try await turn({ $0.unclaimSeat(claim) }) else {
        throw ControlProblem(.nothingToDo, "No seat is claimed with the identifier \(claim).")
      }
    }
    return ActionOutcome()
  }

  /// The actions on the service itself: its clock, its deliveries and its API.
  private enum ServiceAction: String, CaseIterable {
    case account

    /// Moves the clock.
    case clock

    /// Sets the URL to which notifications are posted.
    case notify

    /// Injects faults into the delivery of notifications.
    case faults

    /// Misbehaves as Apple's servers can, in ways that a seed chooses.
    case chaos

    /// Rejects the next requests to the Server API.
    case refuse

    /// Decides a refund request by the consumption information that the app sent.
    case refundDecision = "refund-decision"

    /// Shows what a customer sees before canceling a subscription.
    case cancelSheet = "cancel-sheet"

    /// Approves or rejects an uploaded message or image.
    case review

    /// Creates one-time codes of an offer.
    case offerCodes = "offer-codes"

    /// Sets who hosts the invitations to the seats of new subscriptions.
    case invitations

    /// Releases a seat that the developer claimed, as the App Store can.
    case unclaimSeat = "unclaim-seat"

    /// The fields that the action accepts.
    ///
    /// Percentages are whole numbers from 0 to 100. `delayUpTo`, `slow` and `retryAfter` are in milliseconds, the first
    /// of the store's clock, the others of real time; `errorCode` is Apple's number with seven digits. `until` is a date
    /// and time.
    var fields: [String] {
      switch self {
      case .account: ["account"]
      case .clock: ["to", "by"]
      case .notify: ["url"]
      case .faults: ["seed", "duplicate", "drop", "delay", "delayUpTo", "reorder", "slow"]
      case .chaos: ["seed"]
      case .refuse: ["errorCode", "times", "retryAfter"]
      case .refundDecision: ["transaction"]
      case .cancelSheet: ["transaction", "locale"]
      case .review: ["message", "image", "approved"]
      case .offerCodes: ["product", "offer", "count", "until"]
      case .invitations: ["host"]
      case .unclaimSeat: ["seatClaim"]
      }
    }
  }

  /// Creates one-time codes, as App Store Connect does: each is redeemed once, by somebody whom the offer is for.
  ///
  /// At most a million are created at a time, which is how many Apple lets an app's customers redeem in a quarter.
  private func makeOfferCodes(_ fields: ControlFields) async throws -> [String] {
    let product = try fields.product(of: simulator)
    let offer = try fields.requiredText("offer")
    let count = Int(try fields.integer("count", in: 1...1_000_000) ?? 1)
    let end = try codesEnd(fields)
    let codes = try await turn { $0.makeOneTimeCodes(count, for: offer, of: product, until: end) }
    guard !codes.isEmpty else {
      throw ControlProblem(.notFound, "`\(product)` has no offer code `\(offer)`.")
    }
    return codes
  }

  /// When new codes expire; nil for the latest time that the store allows.
  private func codesEnd(_ fields: ControlFields) throws(ControlProblem) -> Instant? {
    guard let text = try fields.text("until") else { return nil }
    guard let end = Instant(text), end > simulator.now else {
      throw ControlProblem(
        .wrongField,
        "`until` must be a date and time after the store's, such as `2026-05-01T00:00:00Z`.")
    }
    return end
  }

  /// Who hosts the invitations to seats.
  private enum InvitationHost: String, CaseIterable {
    case apple, developer

    var management: InvitationManagement {
      switch self {
      case .apple: .apple
      case .developer: .developer
      }
    }
  }

  private func moveClock(_ move: ClockMove) async throws {
    try await advance(to: try move.target(from: simulator.now, next: nextEvent))
  }

  /// Rejects the next requests, by default one with the rate limit's error and a wait of a second.
  private func refuse(_ fields: ControlFields) throws(ControlProblem) {
    let code = try fields.integer("errorCode", in: 4_000_000...5_999_999)
    refuse(
      ServerAPIErrorCode(rawValue: code ?? ServerAPIErrorCode.rateLimitExceeded.rawValue),
      times: Int(try fields.integer("times", in: 0...1_000_000) ?? 1),
      retryAfter: .milliseconds(try fields.integer("retryAfter", in: 0...86_400_000) ?? 1_000))
  }

  /// The URL in a field, or nil if there isn't one.
  private static func address(_ fields: ControlFields) throws(ControlProblem) -> String? {
    guard let address = try fields.text("url") else { return nil }
    guard isAddress(address) else {
      throw ControlProblem(
        .wrongField, "`url` must begin with http:// or https://, and name a host.")
    }
    return address
  }

  /// Whether a text is an HTTP or HTTPS URL with a host.
  public static func isAddress(_ text: String) -> Bool {
    guard ["http://", "https://"].contains(where: { text.hasPrefix($0) }),
      let host = URL(string: text, encodingInvalidCharacters: false)?.host(percentEncoded: false)
    else { return false }
    return !host.isEmpty
  }
}

extension FaultInjection {
  /// Reads faults from the fields; those that are missing are not injected.
  fileprivate init(_ fields: ControlFields) throws(ControlProblem) {
    self.init(
      seed: UInt64(try fields.integer("seed", in: 0...Int64.max) ?? 1),
      duplicate: Int(try fields.integer("duplicate", in: 0...100) ?? 0),
      drop: Int(try fields.integer("drop", in: 0...100) ?? 0),
      delay: Int(try fields.integer("delay", in: 0...100) ?? 0),
      delayUpTo: try fields.integer("delayUpTo", in: 0...Self.longestDelay) ?? Self.longestDelay,
      reorder: Int(try fields.integer("reorder", in: 0...Int64(Self.largestReordering)) ?? 0),
      slow: try fields.integer("slow", in: 0...Self.longestSlowness) ?? 0)
  }
}

import AppStoreSimulator
import TollgateAppStore

/// The result of an action: the clock, and the notifications that the action caused.
struct ControlAnswer: Encodable, Sendable {
  var now: Instant
  var nextEvent: Instant?
  var purchase: PurchaseAnswer?
  var notifications: [NotificationLogEntry]
}

extension StoreService {
  /// Performs an action of the control API in a turn.
  func perform(_ name: String, _ fields: ControlFields) async throws -> ControlAnswer {
    let before = sender.lastSequence
    var purchase: PurchaseAnswer?
    do {
      purchase = try await performed(name, fields)
    } catch let error as StoreBusyError {
      throw ControlProblem(.busy, error.message)
    }
    return ControlAnswer(
      now: simulator.now, nextEvent: nextEvent, purchase: purchase,
      notifications: notificationLog(after: before))
  }

  /// The fields that an action of the control API accepts; nil if there is no such action.
  static func fields(of action: String) -> [String]? {
    ControlAction.byName[action]?.fields ?? ServiceAction(rawValue: action)?.fields
  }

  private func performed(_ name: String, _ fields: ControlFields) async throws -> PurchaseAnswer? {
    if let action = ControlAction.byName[name] {
      try fields.check(name, takes: action.fields)
      return try await turn { store in try action.perform(store, fields) }
    }
    guard let action = ServiceAction(rawValue: name) else {
      let names = (ControlAction.all.map(\.name) + ServiceAction.allCases.map(\.rawValue)).sorted()
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
    case .refuse: try refuse(fields)
    }
    return nil
  }

  private enum ServiceAction: String, CaseIterable {
    case account
    case clock
    case notify
    case faults
    case refuse

    var fields: [String] {
      switch self {
      case .account: ["account"]
      case .clock: ["to", "by"]
      case .notify: ["url"]
      case .faults: ["seed", "duplicate", "drop", "delay", "delayUpTo", "reorder", "slow"]
      case .refuse: ["errorCode", "times", "retryAfter"]
      }
    }
  }

  private func moveClock(_ move: ClockMove) async throws {
    try await advance(to: try move.target(from: simulator.now, next: nextEvent))
  }

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
      throw ControlProblem(.wrongField, "`url` must begin with http:// or https://.")
    }
    return address
  }

  /// Whether a text is an HTTP or HTTPS URL with a host.
  public static func isAddress(_ text: String) -> Bool {
    ["http://", "https://"].contains { text.hasPrefix($0) && text.count > $0.count }
      && !text.contains(where: \.isWhitespace)
  }
}

extension FaultInjection {
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

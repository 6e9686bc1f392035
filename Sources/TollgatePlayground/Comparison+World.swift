import Tollgate
import TollgateClient

extension Comparison {
  /// Compares what the running app believes with what the server knows; without a client, the app does not run.
  @MainActor
  init(
    _ client: TollgateClient?, server: Customer?, told: Instant?, in blueprint: Blueprint,
    at now: Instant
  ) {
    let phone = client?.membership
    let truth = server.map { Membership(of: $0, in: blueprint, at: now) }
    self.init(
      phone: Self.told(client),
      server: server == nil ? "no customer yet" : told.map { "as of \(Words.moment($0))" } ?? "now",
      rows: [
        ComparisonRow("Phase", Self.phase(of: phone, client), truth?.phase.rawValue),
        ComparisonRow(
          "Subscription", Self.subscription(phone),
          truth.map { Self.subscription($0) }),
        ComparisonRow(
          "Entitled to", Self.entitlements(phone), truth.map { Self.entitlements($0) }),
        ComparisonRow(
          "Next change", Self.change(phone), truth.map { Self.change($0) }),
      ])
  }

  @MainActor
  private static func told(_ client: TollgateClient?) -> String {
    switch client?.connection {
    case .none: "not running"
    case .remembered: "as remembered"
    case .confirmed(let at): "as of \(Words.moment(at))"
    case .failed: "could not ask"
    }
  }

  @MainActor
  private static func phase(of membership: Membership?, _ client: TollgateClient?) -> String {
    client == nil ? "not running" : (membership?.phase ?? .unknown).rawValue
  }

  private static func subscription(_ membership: Membership?) -> String {
    guard let subscription = membership?.subscription else { return "none" }
    let end = Words.date(subscription.expiresAt)
    return "\(subscription.condition.rawValue) until \(end)"
      + (subscription.willRenew ? ", renews" : "")
  }

  private static func entitlements(_ membership: Membership?) -> String {
    let names = (membership?.entitlements ?? []).map(\.rawValue)
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }

  private static func change(_ membership: Membership?) -> String {
    membership?.nextChange.map { Words.moment($0) }
      ?? "none scheduled"
  }
}

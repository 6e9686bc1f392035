import Foundation
import Tollgate
import TollgateWire

/// The customer the device acts for, and the secret that proves it.
struct Session: Hashable, Sendable {
  let customer: Customer.ID
  let token: String
  /// When the token expires, after which it can only be exchanged.
  let expiresAt: Instant
  var account: Account.ID?
  let email: String?

  /// How long before it expires a token is exchanged: 7 days of 30.
  static let renewalMargin = Duration.days(7)

  init(_ response: SessionResponse) {
    customer = response.snapshot.id
    token = response.token
    expiresAt = response.tokenExpiresAt
    account = response.snapshot.account
    email = response.snapshot.email
  }

  /// Whether the token should be exchanged before it expires.
  func endsSoon(at now: Instant) -> Bool { now.duration(to: expiresAt) <= Self.renewalMargin }
}

/// A session that was left and whose end the server has not yet been notified of.
struct EndedSession: Hashable, Sendable, Codable {
  let token: String

  /// The greatest number of ended sessions to report: 10.
  static let limit = 10
}

/// The blueprint as the server last sent it, byte for byte, with the server's signature.
struct KnownBlueprint: Hashable, Sendable, Codable {
  let tag: String?
  let body: Data
  let signature: String?
}

extension DeviceCache.Part where Value == Device.ID {
  static var device: Self { Self(name: "tollgate-device", area: .keychain) }
}

extension DeviceCache.Part where Value == SignedAnswer {
  /// The response that opened the session; it carries the customer token.
  static var session: Self { Self(name: "tollgate-session", area: .keychain) }
}

extension DeviceCache.Part where Value == [EndedSession] {
  static var endedSessions: Self { Self(name: "tollgate-ended-sessions", area: .keychain) }
}

extension DeviceCache.Part where Value == Bool {
  /// A marker that this installation created the session; without it a session in the keychain is from an earlier one.
  static var installation: Self { Self(name: "tollgate-installation", area: .files) }
  /// Whether this installation has shown its onboarding.
  static var onboarding: Self { Self(name: "tollgate-onboarding", area: .files) }
}

extension DeviceCache.Part where Value == [SignedAnswer] {
  /// The responses received since the session was opened.
  static var customer: Self { Self(name: "tollgate-customer", area: .files) }
}

extension DeviceCache.Part where Value == KnownBlueprint {
  static var blueprint: Self { Self(name: "tollgate-blueprint", area: .files) }
}

extension DeviceCache.Part where Value == TrustedClock {
  static var clock: Self { Self(name: "tollgate-clock", area: .files) }
}

extension DeviceCache.Part where Value == [PendingWrite] {
  static var outbox: Self { Self(name: "tollgate-outbox", area: .files) }
}

extension DeviceCache.Part where Value == [PurchaseIntention] {
  static var intentions: Self { Self(name: "tollgate-intentions", area: .files) }
}

extension DeviceCache.Part where Value == [Placement.ID: Instant] {
  /// When each placement was last shown, for those with a cooldown.
  static var shown: Self { Self(name: "tollgate-shown", area: .files) }
}

extension DeviceCache.Part where Value == [PlannedNudge] {
  static var nudges: Self { Self(name: "tollgate-nudges", area: .files) }
}

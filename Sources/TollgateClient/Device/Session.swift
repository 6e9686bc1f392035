import Tollgate
import TollgateWire

/// Whom the device acts for, and the secret that proves it.
struct Session: Hashable, Sendable, Codable {
  let customer: Customer.ID
  let token: String
  var account: Account.ID?
  let email: String?

  init(_ response: SessionResponse) {
    customer = response.snapshot.id
    token = response.token
    account = response.snapshot.account
    email = response.snapshot.email
  }
}

/// What the server has told of the session's customer.
struct KnownCustomer: Hashable, Sendable, Codable {
  let id: Customer.ID
  private(set) var facts: Customer
  private(set) var version: Int

  init(_ snapshot: CustomerSnapshot) {
    id = snapshot.id
    facts = snapshot.facts
    version = snapshot.version
  }

  /// Takes in a whole snapshot; facts are never lost, so one that comes late does no harm.
  mutating func learn(_ snapshot: CustomerSnapshot) {
    facts.join(snapshot.facts)
    version = max(version, snapshot.version)
  }

  /// Takes in the facts of one write; answers whether others have written in between.
  mutating func learn(_ facts: [Fact], version: Int) -> Bool {
    for fact in facts { self.facts.join(fact) }
    let isGapless = version <= self.version + 1
    self.version = isGapless ? max(self.version, version) : self.version
    return !isGapless
  }
}

/// The blueprint as the server last sent it.
struct KnownBlueprint: Hashable, Sendable, Codable {
  let tag: String?
  let response: BlueprintResponse
}

extension DeviceCache.Part where Value == Device.ID {
  static var device: Self { Self(name: "tollgate-device", area: .keychain) }
}

extension DeviceCache.Part where Value == Session {
  static var session: Self { Self(name: "tollgate-session", area: .keychain) }
}

extension DeviceCache.Part where Value == Bool {
  /// Says that the session was made by this installation; without it a session in the keychain is an earlier one's.
  static var installation: Self { Self(name: "tollgate-installation", area: .files) }
}

extension DeviceCache.Part where Value == KnownCustomer {
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

extension DeviceCache.Part where Value == [PlannedNudge] {
  static var nudges: Self { Self(name: "tollgate-nudges", area: .files) }
}

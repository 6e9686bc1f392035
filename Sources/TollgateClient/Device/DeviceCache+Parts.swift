import Tollgate

extension DeviceCache.Part where Value == Device.ID {
  static var device: Self { Self(name: "tollgate-device", area: .keychain) }
}

extension DeviceCache.Part where Value == SignedResponse {
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

extension DeviceCache.Part where Value == [SignedResponse] {
  /// The responses received since the session was opened.
  static var customer: Self { Self(name: "tollgate-customer", area: .files) }
}

extension DeviceCache.Part where Value == SignedBlueprint {
  static var blueprint: Self { Self(name: "tollgate-blueprint", area: .files) }
}

extension DeviceCache.Part where Value == TrustedClock {
  static var clock: Self { Self(name: "tollgate-clock", area: .files) }
}

extension DeviceCache.Part where Value == [PendingWrite] {
  /// The waiting reports, as an ``OutboxJournal``.
  static var outbox: Self { Self(name: "tollgate-outbox", area: .files) }
}

extension DeviceCache.Part where Value == [PurchaseAttempt] {
  static var attempts: Self { Self(name: "tollgate-intentions", area: .files) }
}

extension DeviceCache.Part where Value == [Placement.ID: Instant] {
  /// When each placement was last shown, for those with a cooldown.
  static var shown: Self { Self(name: "tollgate-shown", area: .files) }
}

extension DeviceCache.Part where Value == [PlannedNudge] {
  static var nudges: Self { Self(name: "tollgate-nudges", area: .files) }
}

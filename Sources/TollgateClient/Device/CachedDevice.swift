import Tollgate

/// What belongs to this installation, whoever signs in.
struct Installation: Hashable, Sendable {
  let device: Device.ID
  var hasSeenOnboarding: Bool
}

/// Everything that the device has cached, as the client starts with it.
struct CachedDevice {
  let installation: Installation
  let session: SessionLifecycle
  let membership: MembershipCache
  let outbox: Outbox
  let lastShown: [Placement.ID: Instant]
  /// Why parts of the cache could not be used.
  let notices: [ClientError]

  init(_ configuration: TollgateClient.Configuration, _ signatures: Signatures) {
    var reader = CacheReader(DeviceCache(storage: configuration.storage), signatures)
    let device = reader.device(makeID: configuration.makeID)
    reader.beginInstallation()
    installation = Installation(
      device: device, hasSeenOnboarding: reader.load(.onboarding) ?? false)
    var membership = MembershipCache()
    session = reader.session(into: &membership)
    membership.clock = reader.clock(for: membership.customer, uptime: configuration.uptime())
    outbox = reader.outbox(for: session.current)
    lastShown = reader.load(.shown) ?? [:]
    membership.scheduledNudges = reader.load(.nudges) ?? []
    if let blueprint = reader.blueprint() { membership.adopt(blueprint) }
    self.membership = membership
    notices = reader.notices.suffix(20)
  }
}

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

  /// Reads what the device has cached; nothing is written or removed unless all of it could be read.
  ///
  /// - Throws: ``ClientError`` with code `storageUnavailable` while protected data is not available.
  static func read(
    _ configuration: TollgateClient.Configuration, from storage: DeferringStorage,
    _ signatures: Signatures
  ) throws(ClientError) -> CachedDevice {
    try storage.transaction { () throws(ClientError) in
      try CachedDevice(configuration, CacheReader(DeviceCache(storage: storage), signatures))
    }
  }

  private init(
    _ configuration: TollgateClient.Configuration, _ cache: CacheReader
  ) throws(ClientError) {
    var reader = cache
    let device = try reader.device(makeID: configuration.makeID)
    try reader.beginInstallation()
    installation = Installation(
      device: device, hasSeenOnboarding: try reader.load(.onboarding) ?? false)
    var membership = MembershipCache()
    session = try reader.session(into: &membership)
    membership.clock = try reader.clock(for: membership.customer, uptime: configuration.uptime())
    outbox = try reader.outbox(for: session.current)
    lastShown = try reader.load(.shown) ?? [:]
    membership.scheduledNudges = try reader.load(.nudges) ?? []
    if let blueprint = try reader.blueprint() { membership.adopt(blueprint) }
    self.membership = membership
    notices = reader.notices.suffix(20)
  }
}

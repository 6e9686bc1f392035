import Tollgate

/// What belongs to this installation, regardless of who signs in.
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
  /// The changes to make in the storage.
  let changes: [DeviceChange]
  /// How many records the outbox's journal has, if more can be appended.
  let outboxRecords: Int?

  /// Reads what the device has cached, and changes nothing.
  ///
  /// - Throws: ``ClientError`` with code `storageUnavailable` while protected data is not available.
  init(
    _ configuration: TollgateClient.Configuration, _ signatures: Signatures
  ) throws(ClientError) {
    var reader = try CacheReader(configuration.storage, signatures)
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
    if let blueprint = reader.blueprint(
      shipped: configuration.bundledBlueprint, for: membership.customer)
    {
      membership.adopt(blueprint)
    }
    self.membership = membership
    notices = reader.notices.suffix(20)
    changes = reader.changes
    outboxRecords = reader.outboxRecords
  }
}

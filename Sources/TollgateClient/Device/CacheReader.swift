import Foundation
import Tollgate
import TollgateWire

/// Reads the device's cache at launch: all of it at once, and without changing it.
///
/// Parts that cannot be read, or that the server did not sign, are noted and skipped; ``changes`` remove them.
struct CacheReader {
  private let signatures: Signatures
  private var stored: [String: Data] = [:]
  /// The blueprint that the server sent, read in parallel with the customer, which takes about as long; nil if none is
  /// stored.
  private var served: Meanwhile<Result<MembershipCache.CachedBlueprint, ClientError>>?
  private(set) var notices: [ClientError] = []
  /// The changes to make once everything has been read.
  private(set) var changes: [DeviceChange] = []
  /// How many records the outbox's journal has, if more can be appended.
  private(set) var outboxRecords: Int?

  /// Reads everything that is stored.
  ///
  /// - Throws: ``ClientError`` with code `storageUnavailable` while protected data is not available.
  init(_ storage: any DeviceStorage, _ signatures: Signatures) throws(ClientError) {
    self.signatures = signatures
    for area in StorageArea.allCases {
      let names = DeviceCache.names(in: area)
      do {
        stored.merge(try storage.read(names, from: area)) { $1 }
      } catch DeviceStorageError.unavailable {
        throw ClientError(.storageUnavailable)
      } catch {
        // An unreadable part must not discard the readable ones.
        for name in names { try readAlone(name, from: area, of: storage) }
      }
    }
    served = stored[DeviceCache.Part.blueprint.name].map { data in
      Meanwhile {
        Result { () throws(ClientError) in
          try DeviceCache.Part.blueprint.value(from: data).verified(by: signatures)
        }
      }
    }
  }

  /// Reads one part by itself, after the whole area could not be read.
  ///
  /// - Throws: ``ClientError`` with code `storageUnavailable`.
  private mutating func readAlone(
    _ name: String, from area: StorageArea, of storage: any DeviceStorage
  ) throws(ClientError) {
    do { stored[name] = try storage.read(name, from: area) } catch DeviceStorageError.unavailable {
      throw ClientError(.storageUnavailable)
    } catch {
      notices.append(ClientError(.storageFailed))
    }
  }

  /// The device's identifier, created on the first launch ever.
  mutating func device(makeID: @Sendable () -> String) -> Device.ID {
    if let device = load(.device) { return device }
    let device = Device.ID(makeID())
    save(device, as: .device)
    return device
  }

  /// Removes what an earlier installation left behind.
  mutating func beginInstallation() {
    guard load(.installation) == nil else { return }
    remove(.session)
    save(true, as: .installation)
  }

  /// The session and its customer.
  mutating func session(into cached: inout MembershipCache) -> SessionLifecycle {
    let ended = load(.endedSessions) ?? []
    guard let opening = load(.session) else {
      remove(.customer)
      return SessionLifecycle(endedSessions: ended)
    }
    guard let response: DeviceSession = read(opening) else {
      remove(.session)
      return SessionLifecycle(endedSessions: ended)
    }
    var session = Session(response)
    // Completes a sign-out that was interrupted.
    guard !ended.contains(EndedSession(token: session.token)) else {
      remove(.session)
      remove(.customer)
      return SessionLifecycle(endedSessions: ended)
    }
    // The response that opened the session does not cover what came after.
    if let responses = load(.customer),
      let customer = customer(ConfirmedCustomer(response.snapshot, opening), responses, &cached)
    {
      if let account = customer.facts.account { session.account = account }
      cached.set(customer)
    }
    return SessionLifecycle(session: session, endedSessions: ended)
  }

  /// The customer, from the responses since the session was opened; nil if the server did not sign one of them.
  private mutating func customer(
    _ opened: ConfirmedCustomer, _ responses: [SignedResponse], _ cached: inout MembershipCache
  ) -> ConfirmedCustomer? {
    var customer = opened
    for response in responses where response.customer == customer.id {
      guard signatures.verify(response.body, response.signature, response.customer) else {
        notices.append(ClientError(.badSignature))
        remove(.customer)
        return nil
      }
      do {
        switch try response.content() {
        case .snapshot(let snapshot): customer.merge(snapshot, response)
        case .change(let change): if customer.merge(change, response) { cached.isStale = true }
        case nil: break
        }
      } catch {
        notices.append(ClientError(.cacheCorrupt))
        remove(.customer)
        return nil
      }
    }
    return customer
  }

  /// The clock; it is never behind what the server has signed.
  mutating func clock(
    for customer: ConfirmedCustomer?, uptime: Duration
  ) -> TrustedClock? {
    var clock = load(.clock)
    clock?.settle(uptime: uptime)
    if let customer {
      if clock == nil { clock = TrustedClock(server: customer.serverTime, uptime: uptime) }
      clock?.synchronize(with: customer.serverTime, uptime: uptime)
    }
    // A time that was shown must not come back after a restart.
    if let clock { save(clock, as: .clock) }
    return clock
  }

  /// The outbox; without a session, as after an interrupted sign-out, only what outlasts one is kept.
  mutating func outbox(for session: Session?) -> Outbox {
    let journal = stored[DeviceCache.Part.outbox.name].map { OutboxJournal($0) } ?? OutboxJournal()
    var outbox = Outbox(writes: journal.writes, attempts: load(.attempts) ?? [])
    outboxRecords = journal.isClean ? journal.records : nil
    if !journal.notices.isEmpty {
      notices += journal.notices
      save(outbox.writes)
    }
    guard session == nil, !outbox.writes.isEmpty || !outbox.attempts.isEmpty else { return outbox }
    for action in outbox.release() {
      switch action {
      case .save: save(outbox.writes)
      case .removeSaved: remove(.outbox)
      case .saveAttempts:
        if outbox.attempts.isEmpty {
          remove(.attempts)
        } else {
          save(outbox.attempts, as: .attempts)
        }
      case .saveReport, .saveRemoval, .evaluate, .retry, .markStale, .notifyPurchase, .notifyUse,
        .note:
        break
      }
    }
    return outbox
  }

  private mutating func save(_ writes: [PendingWrite]) {
    changes.append(DeviceCache.Part.outbox.rewriting(writes))
  }

  /// The blueprint: what the server sent, unless the one that ships in the app was signed after the server's latest
  /// response about the customer.
  mutating func blueprint(
    shipped: URL?, for customer: ConfirmedCustomer?
  ) -> MembershipCache.CachedBlueprint? {
    let served = servedBlueprint()
    if let shipped, served == nil || customer != nil,
      let bundled = bundled(shipped, after: served == nil ? nil : customer?.serverTime)
    {
      return bundled
    }
    return served
  }

  /// The blueprint that the server sent; nil if none is stored, or if it is invalid, which is noted.
  private mutating func servedBlueprint() -> MembershipCache.CachedBlueprint? {
    do throws(ClientError) { return try served?.value.get() } catch {
      notices.append(error)
      remove(.blueprint)
      return nil
    }
  }

  /// The blueprint that ships in the app, if it was signed after an instant.
  private mutating func bundled(
    _ file: URL, after served: Instant?
  ) -> MembershipCache.CachedBlueprint? {
    do throws(ClientError) {
      return try MembershipCache.CachedBlueprint(bundledIn: file, after: served, signatures)
    } catch {
      notices.append(error)
      return nil
    }
  }

  private mutating func read<Value: Decodable>(_ response: SignedResponse) -> Value? {
    guard signatures.verify(response.body, response.signature, response.customer) else {
      notices.append(ClientError(.badSignature))
      return nil
    }
    do { return try JSONDecoder().decode(Value.self, from: response.body) } catch {
      notices.append(ClientError(.cacheCorrupt))
      return nil
    }
  }

  /// A part that was stored; nil if there isn't one, or if it is invalid, which is noted.
  mutating func load<Value>(_ part: DeviceCache.Part<Value>) -> Value? {
    guard let data = stored[part.name] else { return nil }
    do throws(ClientError) { return try part.value(from: data) } catch {
      notices.append(error)
      remove(part)
      return nil
    }
  }

  private mutating func save<Value>(_ value: Value, as part: DeviceCache.Part<Value>) {
    changes.append(part.change(to: value))
  }

  private mutating func remove<Value>(_ part: DeviceCache.Part<Value>) {
    stored[part.name] = nil
    changes.append(part.removal)
  }
}

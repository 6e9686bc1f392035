import Foundation
import Tollgate
import TollgateWire

/// Reads the device's cache at launch.
///
/// Parts that cannot be read, or that the server did not sign, are removed and noted. While protected data is not
/// available, reading throws ``ClientError`` with code `storageUnavailable`.
struct CacheReader {
  let cache: DeviceCache
  let signatures: Signatures
  private(set) var notices: [ClientError] = []

  init(_ cache: DeviceCache, _ signatures: Signatures) {
    self.cache = cache
    self.signatures = signatures
  }

  /// The device's identifier, created on the first launch ever.
  mutating func device(makeID: @Sendable () -> String) throws(ClientError) -> Device.ID {
    if let device = try load(.device) { return device }
    let device = Device.ID(makeID())
    save(device, as: .device)
    return device
  }

  /// Removes what an earlier installation left behind.
  mutating func beginInstallation() throws(ClientError) {
    guard try load(.installation) == nil else { return }
    remove(.session)
    save(true, as: .installation)
  }

  /// The session and its customer.
  mutating func session(
    into cached: inout MembershipCache
  ) throws(ClientError) -> SessionLifecycle {
    let ended = try load(.endedSessions) ?? []
    guard let opening = try load(.session) else {
      remove(.customer)
      return SessionLifecycle(endedSessions: ended)
    }
    guard let response: SessionResponse = read(opening) else {
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
    if let responses = try load(.customer),
      let customer = customer(ConfirmedCustomer(response.snapshot, opening), responses, &cached)
    {
      if let account = customer.facts.account { session.account = account }
      cached.set(customer)
    }
    return SessionLifecycle(session: session, endedSessions: ended)
  }

  /// The customer by the responses since the session was opened; nil if any is not the server's.
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
  ) throws(ClientError) -> TrustedClock? {
    var clock = try load(.clock)
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
  mutating func outbox(for session: Session?) throws(ClientError) -> Outbox {
    var outbox = Outbox(writes: try load(.outbox) ?? [], attempts: try load(.attempts) ?? [])
    guard session == nil, !outbox.writes.isEmpty || !outbox.attempts.isEmpty else { return outbox }
    for action in outbox.release() {
      switch action {
      case .save: save(outbox.writes, as: .outbox)
      case .removeSaved: remove(.outbox)
      case .saveAttempts:
        if outbox.attempts.isEmpty {
          remove(.attempts)
        } else {
          save(outbox.attempts, as: .attempts)
        }
      case .evaluate, .retry, .markStale, .notifyPurchase, .notifyUse, .note: break
      }
    }
    return outbox
  }

  /// The blueprint.
  mutating func blueprint() throws(ClientError) -> MembershipCache.CachedBlueprint? {
    guard let signed = try load(.blueprint) else { return nil }
    do throws(ClientError) { return try signed.verified(by: signatures) } catch {
      notices.append(error)
      remove(.blueprint)
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

  mutating func load<Value>(_ part: DeviceCache.Part<Value>) throws(ClientError) -> Value? {
    do { return try cache.load(part) } catch {
      guard error.code != .storageUnavailable else { throw error }
      notices.append(error)
      return nil
    }
  }

  private mutating func save<Value>(_ value: Value, as part: DeviceCache.Part<Value>) {
    do { try cache.save(value, as: part) } catch { notices.append(error) }
  }

  private mutating func remove<Value>(_ part: DeviceCache.Part<Value>) {
    do { try cache.clear(part) } catch { notices.append(error) }
  }
}

extension SignedBlueprint {
  /// The blueprint, if the server signed it and it can be used.
  ///
  /// - Throws: ``ClientError`` with code `badSignature` or `badBlueprint`.
  func verified(
    by signatures: Signatures
  ) throws(ClientError) -> MembershipCache.CachedBlueprint {
    guard signatures.verify(body, signature, nil) else { throw ClientError(.badSignature) }
    do {
      let response = try JSONDecoder().decode(BlueprintResponse.self, from: body)
      return MembershipCache.CachedBlueprint(
        blueprint: try Blueprint(response.definition), tag: tag, revision: response.revision)
    } catch {
      throw ClientError(.badBlueprint)
    }
  }
}

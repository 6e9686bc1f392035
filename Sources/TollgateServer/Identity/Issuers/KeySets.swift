import Tollgate
import TollgateWire

/// A cache of issuers' key sets, fetched when needed and kept as long as their responses say.
///
/// An issuer that cannot be reached is not requested again at once, and its old keys are used until then.
actor KeySets {
  /// How long a set is kept if its response does not say.
  static let defaultAge = Duration.hours(1)
  /// The shortest and longest time that a set is kept, whatever its response says.
  static let ageRange: ClosedRange<Duration> = Duration.minutes(5)...Duration.days(1)
  /// The shortest time between two requests for a set, so that made-up key ids cannot flood an issuer.
  static let pause = Duration.minutes(1)
  /// How long old keys are used while their issuer cannot be reached.
  static let staleAge = Duration.days(7)

  /// What is known about the set at one address.
  private struct Entry {
    /// The newest set that could be read; nil if none ever could.
    var set: KeySet?
    /// When the set was read, from which its ``staleAge`` counts.
    var fetchedAt: Instant
    /// When the set is requested again, even for a key it has.
    var freshUntil: Instant
    /// When the address was last requested, successfully or not.
    var requestedAt: Instant
    /// Whether the last request failed, so that an unknown key may be one that could not be read.
    var hasFailed: Bool
  }

  private let transport: any KeySetTransport
  private var entries: [String: Entry] = [:]
  private var fetches: [String: Task<Void, Never>] = [:]

  init(transport: any KeySetTransport) { self.transport = transport }

  /// Returns the keys at an address that may have signed a token.
  ///
  /// - Parameter name: The key id that the token names; nil if it names none.
  /// - Returns: The keys; empty if the issuer has no such key.
  /// - Throws: `Problem` with code `issuer_unavailable` if the keys could not be determined.
  func keys(
    at address: String, named name: String?, at now: Instant
  ) async throws(Problem) -> [PublicKey] {
    if entries[address].map({ now >= $0.freshUntil }) ?? true { await fetch(address, at: now) }
    var found = currentSet(address, at: now)?.keys(named: name) ?? []
    // A key that is not in a fresh set may have been added since; the pause limits how often that is looked up.
    if found.isEmpty {
      await fetch(address, at: now)
      found = currentSet(address, at: now)?.keys(named: name) ?? []
    }
    guard found.isEmpty, entries[address]?.hasFailed ?? true else { return found }
    throw Problem(.issuerUnavailable, "The issuer's keys cannot be read now.")
  }

  private func currentSet(_ address: String, at now: Instant) -> KeySet? {
    guard let entry = entries[address],
      now < entry.fetchedAt.advanced(by: Self.staleAge)
    else { return nil }
    return entry.set
  }

  /// Fetches a set, unless it was requested within the pause; concurrent callers wait for the same response.
  private func fetch(_ address: String, at now: Instant) async {
    if let task = fetches[address] {
      await task.value
      return
    }
    if let entry = entries[address],
      now < entry.requestedAt.advanced(by: Self.pause)
    {
      return
    }
    let task = Task {
      store(await response(of: address), of: address, at: now)
      fetches[address] = nil
    }
    fetches[address] = task
    await task.value
  }

  private func response(of address: String) async -> KeySetResponse? {
    do {
      let response = try await transport.read(address)
      return response.status == 200 ? response : nil
    } catch {
      return nil
    }
  }

  private func store(_ response: KeySetResponse?, of address: String, at now: Instant) {
    guard let response, let set = KeySet(json: response.body) else {
      var entry =
        entries[address]
        ?? Entry(set: nil, fetchedAt: now, freshUntil: now, requestedAt: now, hasFailed: true)
      entry.requestedAt = now
      entry.hasFailed = true
      entries[address] = entry
      return
    }
    let age = min(
      max(response.maximumAge ?? Self.defaultAge, Self.ageRange.lowerBound),
      Self.ageRange.upperBound)
    entries[address] = Entry(
      set: set, fetchedAt: now, freshUntil: now.advanced(by: age), requestedAt: now,
      hasFailed: false)
  }
}

import Tollgate
import TollgateWire

/// The key sets of issuers, read when they are needed and kept as long as they say.
///
/// An issuer that cannot be reached is not asked again at once, and its old keys are used meanwhile.
actor KeySets {
  /// How long a set is kept where its answer does not say, in seconds.
  static let usualAge: Int64 = 3600
  /// How long a set is kept at the least and at the most, whatever its answer says, in seconds.
  static let ages: ClosedRange<Int64> = 300...86_400
  /// How long an issuer is left alone after it was asked, for a key that is not known or an answer that did not come.
  static let pause: Int64 = 60
  /// How long old keys are used while their issuer cannot be reached, in seconds.
  static let staleAge: Int64 = 7 * 86_400

  private struct Entry {
    var set: KeySet?
    var readAt: Instant
    var freshUntil: Instant
    var askedAt: Instant
    var hasFailed: Bool
  }

  private let transport: any KeySetTransport
  private var entries: [String: Entry] = [:]
  private var readings: [String: Task<Void, Never>] = [:]

  init(transport: any KeySetTransport) { self.transport = transport }

  /// The keys at an address that may have signed a token.
  ///
  /// - Parameters:
  ///   - address: Where the set is.
  ///   - name: The key that the token names; nil where it names none.
  ///   - now: The server's clock.
  /// - Returns: The keys; none where the issuer has no such key.
  /// - Throws: `Problem` with code `issuer_unavailable` where it could not be told.
  func keys(
    at address: String, named name: String?, at now: Instant
  ) async throws(Problem) -> [PublicKey] {
    if entries[address].map({ now >= $0.freshUntil }) ?? true { await read(address, at: now) }
    var found = usable(address, at: now)?.keys(named: name) ?? []
    if found.isEmpty {
      await read(address, at: now)
      found = usable(address, at: now)?.keys(named: name) ?? []
    }
    guard found.isEmpty, entries[address]?.hasFailed ?? true else { return found }
    throw Problem(.issuerUnavailable, "The issuer's keys cannot be read now.")
  }

  private func usable(_ address: String, at now: Instant) -> KeySet? {
    guard let entry = entries[address],
      now < entry.readAt.adding(milliseconds: Self.staleAge * 1000)
    else { return nil }
    return entry.set
  }

  /// Reads a set, unless it was asked for within the pause; who asks meanwhile waits for the same answer.
  private func read(_ address: String, at now: Instant) async {
    if let reading = readings[address] {
      await reading.value
      return
    }
    if let entry = entries[address],
      now < entry.askedAt.adding(milliseconds: Self.pause * 1000)
    {
      return
    }
    let reading = Task {
      keep(await answer(of: address), of: address, at: now)
      readings[address] = nil
    }
    readings[address] = reading
    await reading.value
  }

  private func answer(of address: String) async -> KeySetAnswer? {
    do {
      let answer = try await transport.read(address)
      return answer.status == 200 ? answer : nil
    } catch {
      return nil
    }
  }

  private func keep(_ answer: KeySetAnswer?, of address: String, at now: Instant) {
    guard let answer, let set = KeySet(json: answer.body) else {
      var entry =
        entries[address]
        ?? Entry(set: nil, readAt: now, freshUntil: now, askedAt: now, hasFailed: true)
      entry.askedAt = now
      entry.hasFailed = true
      entries[address] = entry
      return
    }
    let age = min(
      max(answer.maximumAge ?? Self.usualAge, Self.ages.lowerBound), Self.ages.upperBound)
    entries[address] = Entry(
      set: set, readAt: now, freshUntil: now.adding(milliseconds: age * 1000), askedAt: now,
      hasFailed: false)
  }
}

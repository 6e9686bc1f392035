import Tollgate
import TollgateMutex
import TollgateServer

/// The identifiers of a world's customers: those of a world with the same seed are the same, in the same order.
///
/// Which variants of experiments a customer gets follows from the identifier.
final class WorldIdentifiers: Sendable {
  private struct State {
    var generator: SplitMix
    /// The identifier of the next customer, if it has been chosen.
    var chosen: Customer.ID?

    mutating func next() -> Customer.ID {
      defer { chosen = nil }
      return chosen ?? generator.customer()
    }
  }

  /// How many identifiers are looked at to find one that fits.
  private static let attempts = 20_000

  let seed: UInt64
  private let state: Mutex<State>

  init(seed: UInt64) {
    self.seed = seed
    state = Mutex(State(generator: SplitMix(state: seed)))
  }

  /// The source for a server, whose secrets are always random.
  var source: IdentifierSource {
    let random = IdentifierSource.random
    return IdentifierSource(
      customer: { [self] in state.withLock { $0.next() } }, account: random.account,
      bytes: random.bytes)
  }

  /// Chooses the identifier of the next customer; returns whether one that fits was found.
  func choose(where isWanted: (Customer.ID) -> Bool) -> Bool {
    state.withLock { state in
      for _ in 0..<Self.attempts {
        let id = state.generator.customer()
        guard isWanted(id) else { continue }
        state.chosen = id
        return true
      }
      return false
    }
  }
}

/// Sebastiano Vigna's [SplitMix64](https://prng.di.unimi.it/splitmix64.c).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }

  mutating func customer() -> Customer.ID {
    let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    return Customer.ID("cus_\(bytes.hexadecimal)")
  }
}

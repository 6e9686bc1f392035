import Tollgate
import TollgateWire

/// A fact as stored in a row: its wire form, with what does not travel and the version of the form.
struct StoredFact: Codable {
  /// The version of the form.
  static let version = 1

  let fact: Fact

  init(_ fact: Fact) { self.fact = fact }

  init(from decoder: any Decoder) throws {
    let stored = try WireReader<FactKey>(decoder)
    guard try stored.decode(Int.self, forKey: .version) <= Self.version else {
      throw LedgerError(
        .newerSchema, "The ledger holds a fact that a newer version of this software wrote.")
    }
    fact = try Fact(stored: stored)
  }

  func encode(to encoder: any Encoder) throws {
    var stored = WireWriter<FactKey>(encoder)
    try stored.encode(Self.version, forKey: .version)
    try fact.store(in: stored)
  }
}

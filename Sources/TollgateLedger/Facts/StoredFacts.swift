package import Foundation
package import Tollgate

/// Fact bodies as stored in rows, decoded all at once.
package enum StoredFacts {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  package static func encode(_ fact: Fact) throws -> String {
    try UseWriter.write(fact)
      ?? String(decoding: try encoder.encode(StoredFact(fact)), as: UTF8.self)
  }

  /// Decodes bodies into facts, in their order.
  package static func decode(_ bodies: [Data]) throws(LedgerError) -> [Fact] {
    let uses = bodies.map(UseScanner.scan)
    let others = try decodeJSON(zip(bodies, uses).filter { $0.1 == nil }.map(\.0))
    guard others.count < bodies.count else { return others }
    var remaining = others.makeIterator()
    return uses.compactMap { $0.map(Fact.use) ?? remaining.next() }
  }

  private static func decodeJSON(_ bodies: [Data]) throws(LedgerError) -> [Fact] {
    guard !bodies.isEmpty else { return [] }
    var array = Data(capacity: bodies.reduce(2) { $0 + $1.count + 1 })
    array.append(UInt8(ascii: "["))
    for (index, body) in bodies.enumerated() {
      if index > 0 { array.append(UInt8(ascii: ",")) }
      array.append(body)
    }
    array.append(UInt8(ascii: "]"))
    do {
      return try JSONDecoder().decode([StoredFact].self, from: array).map(\.fact)
    } catch let error as LedgerError {
      throw error
    } catch {
      throw LedgerError(.corrupt, "The ledger holds a fact that cannot be read.")
    }
  }
}

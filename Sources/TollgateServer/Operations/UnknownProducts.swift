import Foundation
import Logging
import Tollgate
import TollgateLedger
import TollgateMutex

/// The products of recorded purchases that no blueprint declared at the time: a customer who paid for one gets nothing.
///
/// The ledger keeps their names, so that they are known after a restart too.
final class UnknownProducts: Sendable {
  /// How many names are kept of an app.
  static let limit = 100

  private let names = Mutex<[Blueprint.App.ID: Set<String>]>([:])

  /// Notes the products of facts that a blueprint does not declare.
  ///
  /// - Returns: Whether one of them is new.
  func note(_ facts: [Fact], in blueprint: Blueprint) -> Bool {
    let sold = facts.compactMap { fact -> String? in
      guard case .transaction(let transaction) = fact, blueprint.product(transaction.product) == nil
      else { return nil }
      return transaction.product.rawValue
    }
    guard !sold.isEmpty else { return false }
    return names.withLock { names in
      let known = names[blueprint.app.id] ?? []
      let all = known.union(sold)
      guard all.count > known.count, known.count < Self.limit else { return false }
      names[blueprint.app.id] = all
      return true
    }
  }

  /// The names that a blueprint still does not declare, sorted.
  func names(in blueprint: Blueprint) -> [String] {
    names.withLock { $0[blueprint.app.id] ?? [] }
      .filter { blueprint.product(CatalogProduct.ID($0)) == nil }.sorted()
  }

  /// Reads the names that the ledger kept; without them only later purchases are noted.
  func load(_ app: Blueprint.App.ID, from ledger: any Ledger, _ logger: Logger) async {
    do {
      guard let text = try await ledger.property(Self.property(of: app)) else { return }
      let kept = try JSONDecoder().decode([String].self, from: Data(text.utf8))
      names.withLock { $0[app, default: []].formUnion(kept.prefix(Self.limit)) }
    } catch {
      logger.warning("the unknown products could not be read", metadata: ["app": "\(app)"])
    }
  }

  /// Stores the names in the ledger, and logs those that a blueprint does not declare.
  func store(_ blueprint: Blueprint, in ledger: any Ledger, _ logger: Logger) async {
    let app = blueprint.app.id
    logger.warning(
      "a product was bought that the blueprint does not know",
      metadata: [
        "app": "\(app)", "products": "\(names(in: blueprint).joined(separator: ", "))",
      ])
    do {
      let kept = names.withLock { $0[app] ?? [] }.sorted()
      let json = String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
      try await ledger.set(Self.property(of: app), to: json)
    } catch {
      logger.warning("the unknown products could not be stored", metadata: ["app": "\(app)"])
    }
  }

  private static func property(of app: Blueprint.App.ID) -> LedgerProperty {
    LedgerProperty("unknown-products \(app)")
  }
}

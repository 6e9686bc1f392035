import Tollgate
import TollgateLedger
import TollgateWire

/// A parameter of the query of the audit list.
enum AuditParameter: String, CaseIterable {
  case by, action, customer, from, until, after, limit
}

extension LedgerAuditFilter {
  /// The number of entries without a `limit`.
  static let usualLimit = 100

  /// Reads the query of a request.
  ///
  /// - Parameter text: The value of a parameter; nil if it is missing.
  /// - Throws: `Problem` with code `invalid_value`.
  init(_ text: (AuditParameter) -> String?) throws(Problem) {
    var limit = Self.usualLimit
    if let value = text(.limit) {
      guard let number = Int(value), (1...OperatorService.auditLimit).contains(number) else {
        throw Problem(
          .invalidValue, "`limit` must be a number from 1 to \(OperatorService.auditLimit).")
      }
      limit = number
    }
    var action: LedgerAuditEntry.Action?
    if let value = text(.action) {
      let named = LedgerAuditEntry.Action(rawValue: value)
      guard LedgerAuditEntry.Action.known.contains(named) else {
        throw Problem(.invalidValue, "There is no such action.")
      }
      action = named
    }
    var before: Position?
    if let value = text(.after) {
      guard let position = Position(text: value) else {
        throw Problem(.invalidValue, "`after` must be the `next` of an earlier answer.")
      }
      before = position
    }
    self.init(
      author: text(.by), action: action, customer: text(.customer).map { Customer.ID($0) },
      from: try Instant.parameter(.from, text), until: try Instant.parameter(.until, text),
      before: before, limit: limit)
  }
}

extension LedgerAuditFilter.Position {
  /// Reads a place from its ``text``; nil if it isn't one.
  init?(text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let at = Int64(parts[0]) else { return nil }
    self.init(at: Instant(milliseconds: at), id: String(parts[1]))
  }

  /// The place as answers and links have it.
  var text: String { "\(at.milliseconds).\(id)" }
}

import Foundation
import Tollgate

extension LedgerProperty {
  /// In a ledger that was moved: its destination; see ``MoveMark``.
  package static let moved = LedgerProperty("moved")
  /// In a ledger that is being filled by a move: the progress; see ``MoveState``.
  package static let move = LedgerProperty("move")
  /// In a ledger that was filled by a move: the move's id, by which another run finds that it is complete.
  package static let movedFrom = LedgerProperty("movedFrom")

  /// The properties about moves, which are not moved themselves.
  package static let ofMoves = [moved, move, movedFrom]
}

/// The mark of a ledger that was moved, so that no server is started on it by mistake.
package struct MoveMark: Codable, Hashable, Sendable {
  package let id: String
  /// The location that it was moved to, to show to a person.
  package let to: String
  /// When it was moved, in milliseconds since 1970.
  package let at: Int64
}

/// The progress of a move, which its target stores; it is replaced in the transaction of each batch.
package struct MoveState: Codable, Hashable, Sendable {
  package let id: String
  /// The location of the source, to show to a person.
  package let from: String
  /// The table that is being copied; nil once all of them are.
  package var table: String?
  /// The last row of the table that was copied, as the source's cursor; empty at the beginning.
  package var cursor: [TransferValue] = []
  /// The number of rows copied, of all tables.
  package var rows = 0
}

extension LedgerError {
  /// The error for a ledger that was moved, or is the unfinished target of a move; nil for any other.
  ///
  /// - Parameter property: Returns a property of the ledger.
  package static func ofMove(
    _ property: (LedgerProperty) throws -> String?
  ) rethrows -> LedgerError? {
    if let text = try property(.moved) {
      let mark = MoveMark(text)
      let date = mark.map { " at \(Instant(milliseconds: $0.at))" } ?? ""
      return LedgerError(
        .moved,
        """
        This ledger was moved to \(mark?.to ?? "another place")\(date): serve that one. What was recorded since is \
        there; to bring it back, move it from there into a new ledger. To give it up and use this one as it was then, \
        run `tollgate move --undo --from` with this one.
        """)
    }
    if let text = try property(.move) {
      let from = MoveState(text)?.from ?? "another one"
      return LedgerError(
        .moved,
        "This ledger is an unfinished copy of \(from): run the same `tollgate move` again to finish it."
      )
    }
    return nil
  }
}

extension LedgerError {
  /// The error for a target without the ledger that was moved, though the source is marked as moved.
  package static func notInTarget(_ mark: MoveMark) -> LedgerError {
    LedgerError(
      .moved,
      """
      The ledger was moved to \(mark.to) at \(Instant(milliseconds: mark.at)), but the target does not contain it: \
      name that place as the target, restore it if it is lost, or use the ledger as it was then with \
      `tollgate move --undo --from`.
      """)
  }
}

/// A value that is stored as JSON in a property.
package protocol StoredMove: Codable {}

extension MoveMark: StoredMove {}
extension MoveState: StoredMove {}

extension StoredMove {
  /// Reads a property's value; nil if it is not of this kind.
  package init?(_ text: String) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = value
  }

  /// The property's value.
  package var text: String {
    get throws(LedgerError) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      do { return String(decoding: try encoder.encode(self), as: UTF8.self) } catch {
        throw LedgerError(.unavailable, "The state of the move could not be encoded.")
      }
    }
  }
}

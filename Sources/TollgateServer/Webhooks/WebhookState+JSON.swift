import Foundation
import Tollgate
import TollgateLedger

extension WebhookState {
  /// Reads what the ledger has stored; nil is the state of a new destination.
  ///
  /// - Throws: `LedgerError` with code `corrupt` if it cannot be read.
  init(_ text: String?, at now: Instant) throws(LedgerError) {
    guard let text else {
      self.init(since: now)
      return
    }
    do {
      self = try JSONDecoder().decode(WebhookState.self, from: Data(text.utf8))
    } catch {
      throw LedgerError(.corrupt, "The state of the webhooks cannot be read.")
    }
  }

  /// The state as the ledger stores it.
  ///
  /// - Throws: `LedgerError` with code `corrupt` if it cannot be written.
  func text() throws(LedgerError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      throw LedgerError(.corrupt, "The state of the webhooks cannot be written.")
    }
  }
}

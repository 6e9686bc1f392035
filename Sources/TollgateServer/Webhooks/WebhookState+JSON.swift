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

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  /// The state as the ledger stores it.
  ///
  /// What waits is most of it, and is written without the JSON encoder, which would take longer than the commit.
  ///
  /// - Throws: `LedgerError` with code `corrupt` if it cannot be written.
  func text() throws(LedgerError) -> String {
    do {
      var text = String(decoding: try Self.encoder.encode(withoutWaiting), as: UTF8.self)
      // Members are sorted, so that this one is the last.
      guard text.hasSuffix(#""waiting":[]}"#) else {
        return String(decoding: try Self.encoder.encode(self), as: UTF8.self)
      }
      text.removeLast(2)
      for (index, item) in waiting.enumerated() {
        if index > 0 { text += "," }
        if let plain = item.plainText {
          text += plain
        } else {
          text += String(decoding: try Self.encoder.encode(item), as: UTF8.self)
        }
      }
      return text + "]}"
    } catch {
      throw LedgerError(.corrupt, "The state of the webhooks cannot be written.")
    }
  }
}

extension WebhookState.Waiting {
  /// The JSON of the item; nil if the customer's id needs escapes.
  fileprivate var plainText: String? {
    let id = customer.rawValue
    guard
      id.utf8.allSatisfy({
        (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
          && $0 != UInt8(ascii: "/")
      })
    else { return nil }
    let tried = triedAt.map { #","triedAt":\#($0.milliseconds)"# } ?? ""
    return #"{"customer":"\#(id)","nextAt":\#(nextAt.milliseconds),"sequence":\#(sequence)"#
      + tried + #","tries":\#(tries)}"#
  }
}

import Foundation
import Tollgate
import TollgateAppStore

/// A text that the simulated store signed, with its payload decoded.
///
/// Nothing is verified here: the server did that before it recorded the fact.
struct SignedText {
  /// What is read of a payload to tell which version it is.
  private struct Version: Decodable {
    let transactionId: String?
    let originalTransactionId: String?
    let signedDate: Int64?
  }

  /// The compact JSON Web Signature.
  let text: String
  /// Its payload as JSON.
  let payload: String
  private let version: Version

  /// Decodes a text; nil if it is not a JSON Web Signature.
  init?(_ text: String) {
    let parts = text.split(separator: ".")
    guard parts.count == 3,
      let data = Base64.decode(Array(parts[1].utf8)[...], as: .url).map({ Data($0) }),
      let payload = JSONText.indent(data)
    else { return nil }
    do { version = try JSONDecoder().decode(Version.self, from: data) } catch { return nil }
    self.text = text
    self.payload = payload
  }

  /// Whether it is the version of a transaction that a fact was read from.
  func isSource(of transaction: StoreTransaction) -> Bool {
    version.transactionId == transaction.id.rawValue
      && version.signedDate == transaction.signedAt.milliseconds
  }

  /// Whether it is the version of renewal info that a fact was read from.
  func isSource(of renewal: StoreRenewal) -> Bool {
    version.transactionId == nil && version.originalTransactionId == renewal.originalID.rawValue
      && version.signedDate == renewal.signedAt.milliseconds
  }
}

/// JSON for people to read.
enum JSONText {
  /// The same JSON with a member a line and its members in order; nil if it is not JSON.
  static func indent(_ data: Data) -> String? {
    do {
      let value = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      let text = try JSONSerialization.data(
        withJSONObject: value,
        options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
      return String(decoding: text, as: UTF8.self)
    } catch {
      return nil
    }
  }
}

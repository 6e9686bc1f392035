import Foundation
import Tollgate
import TollgateWire

/// Verifies the server's signatures against the keys that the app pins.
struct Signatures: Sendable {
  private enum Trust: Sendable {
    /// No key is pinned: the transport is trusted.
    case everything
    /// What any of these signed is trusted.
    case keys([AnswerKey])
    /// A pinned key is invalid, or there are too many or none: nothing is trusted.
    case nothing
  }

  private let app: Blueprint.App.ID
  private let trust: Trust

  /// Creates a verifier from the pinned keys in Base64; nil if no key is pinned.
  init(app: Blueprint.App.ID, keys: [String]?) {
    self.app = app
    guard let keys else {
      trust = .everything
      return
    }
    let pinned = keys.compactMap { AnswerKey(base64: $0) }
    let isValid = pinned.count == keys.count && (1...Self.limit).contains(keys.count)
    trust = isValid ? .keys(pinned) : .nothing
  }

  /// How many keys an app can pin; each costs a verification of an answer that none of them signed.
  static let limit = 8

  /// Whether the server signed a body, for this app and this customer.
  ///
  /// A signature of any pinned key counts, even on data that the device stored before the server changed its key.
  func verify(_ body: Data, _ signature: String?, _ customer: Customer.ID?) -> Bool {
    switch trust {
    case .everything: true
    case .nothing: false
    case .keys(let keys):
      keys.contains { $0.signed(body, signature: signature, app: app, customer: customer) }
    }
  }
}

import Foundation
import Tollgate
import TollgateWire

/// Verifies the server's signatures against the key that the app pins.
struct Signatures: Sendable {
  private enum Trust: Sendable {
    /// No key is pinned: the transport is trusted.
    case everything
    case key(AnswerKey)
    /// The pinned key is invalid: nothing is trusted.
    case nothing
  }

  private let app: Blueprint.App.ID
  private let trust: Trust

  /// Creates a verifier from the pinned key in Base64; nil if no key is pinned.
  init(app: Blueprint.App.ID, key: String?) {
    self.app = app
    trust = key.map { AnswerKey(base64: $0).map { .key($0) } ?? .nothing } ?? .everything
  }

  /// Whether the server signed a body, for this app and this customer.
  func verify(_ body: Data, _ signature: String?, _ customer: Customer.ID?) -> Bool {
    switch trust {
    case .everything: true
    case .nothing: false
    case .key(let key):
      key.signed(body, signature: signature, app: app, customer: customer)
    }
  }
}

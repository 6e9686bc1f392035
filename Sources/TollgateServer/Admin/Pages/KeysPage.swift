import Tollgate
import TollgateLedger

/// The secret keys of the app's backend and of operators.
struct KeysPage: Sendable {
  /// A secret key, without its secret.
  struct Key: Sendable {
    let name: String
    let id: String
    let scope: String
    let since: String
    let used: String
    let state: String
    /// The style of the state's badge.
    let mark: String
    /// Whether it is valid, and the person may replace and end it.
    let isChangeable: Bool
    /// Whether it has no end yet, and may be replaced.
    let isReplaceable: Bool
    /// The path and the token of the forms that change it.
    let action: String
    let token: String
    let seed: String
  }

  /// A key that was just created; its text is shown once.
  struct Created: Sendable {
    let name: String
    let scope: String
    let text: String
  }

  let path: String
  let formToken: String
  /// Random digits, so that a form that is sent twice creates one key.
  let seed: String
  let keys: [Key]
  let hasKeys: Bool
  let scopes: [String]
  let created: Created?

  init(
    _ keys: [LedgerSecretKey], created: (text: String, record: LedgerSecretKey)?, seed: String,
    now: Instant, for visit: AdminVisit
  ) {
    let path = "\(AdminPath.root(of: visit.app.id))/keys"
    self.path = path
    formToken = visit.formToken
    self.seed = seed
    scopes = visit.role.keyScopes.map(\.rawValue)
    self.keys = keys.map { key in
      let isValid = key.isValid(at: now)
      let end = key.revokedAt?.minute
      return Key(
        name: key.name, id: key.id, scope: key.scope.rawValue, since: key.createdAt.minute,
        used: key.lastUsedAt?.minute ?? "never",
        state: end.map { "\(isValid ? "valid until" : "revoked") \($0)" } ?? "valid",
        mark: isValid ? (end == nil ? "good" : "") : "bad",
        isChangeable: isValid && visit.role.mayManageKeys(with: key.scope),
        isReplaceable: end == nil, action: path, token: visit.formToken, seed: seed)
    }
    hasKeys = !keys.isEmpty
    self.created = created.map {
      Created(name: $0.record.name, scope: $0.record.scope.rawValue, text: $0.text)
    }
  }
}

import Hummingbird
import Tollgate
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// The greatest number of days for which a rotated key stays valid alongside its successor.
  private static let longestOverlap = 365

  /// The secret keys of the app's backend and of operators.
  ///
  /// - Parameter created: A key that was just created, with its record.
  /// - Throws: `Problem` with code `insufficient_scope`, or if the ledger cannot be read.
  func keys(
    _ visit: AdminVisit, created: (text: String, record: LedgerSecretKey)? = nil
  ) async throws(Problem) -> Response {
    try require(\.managesKeys, of: visit)
    return pages.response(
      "admin-keys",
      KeysPage(
        try await service.secretKeys.list(in: visit.app.id), created: created,
        seed: seed(), now: service.records.clock(), for: visit),
      title: "Keys", at: .keys, for: visit)
  }

  /// Creates, rotates or revokes a secret key; a new one is shown once.
  ///
  /// - Parameters:
  ///   - incoming: The request, with the fields of the form.
  ///   - visit: The person, whose role must allow everything that the key allows.
  /// - Returns: The page of keys, or the way to it.
  /// - Throws: `Problem` with code `insufficient_scope`, `invalid_secret_key`, `revoked_secret_key` or `invalid_value`.
  func changeKeys(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.managesKeys, of: visit)
    let fields = try incoming.formFields
    let secretKeys = service.secretKeys
    let author = visit.session.email
    switch fields["change"] {
    case "create":
      let scope = LedgerSecretKey.Scope(rawValue: fields["scope"] ?? "")
      guard LedgerSecretKey.Scope.known.contains(scope) else {
        throw Problem(.invalidValue, "There is no such scope.")
      }
      try Self.require(scope, of: visit)
      let name = fields["name"] ?? ""
      return try await keys(
        visit,
        created: try await secretKeys.create(
          named: name, scope: scope, in: visit.app.id, by: author,
          from: visit.bytes(
            from: fields["seed"], for: "create \(scope.rawValue) \(name)",
            count: SecretKey.byteCount)))
    case "rotate":
      let key = try await key(fields["key"], of: visit)
      guard let days = Int(fields["days"] ?? ""), (0...Self.longestOverlap).contains(days) else {
        throw Problem(.invalidValue, "The overlap must be 0 to \(Self.longestOverlap) days.")
      }
      return try await keys(
        visit,
        created: try await secretKeys.rotate(
          key.id, overlap: .seconds(days * 86_400), by: author,
          from: visit.bytes(
            from: fields["seed"], for: "rotate \(key.id)", count: SecretKey.byteCount)))
    case "revoke":
      _ = try await secretKeys.revoke(try await key(fields["key"], of: visit).id, by: author)
      return Self.redirect(to: "\(AdminPath.root(of: visit.app.id))/keys")
    default: throw Problem(.invalidValue, "The form does not say what to change.")
    }
  }

  /// Random digits for the forms of a page that create a secret.
  func seed() -> String { service.promotionalOffers.identifiers.bytes(16).hexadecimal }

  /// The key of the app that a form names, if the person may change it.
  private func key(
    _ id: String?, of visit: AdminVisit
  ) async throws(Problem) -> LedgerSecretKey {
    let key = try await service.secretKeys.list(in: visit.app.id).first { $0.id == id }
    guard let key else { throw Problem(.invalidSecretKey, "The app has no such secret key.") }
    try Self.require(key.scope, of: visit)
    return key
  }

  private static func require(
    _ scope: LedgerSecretKey.Scope, of visit: AdminVisit
  ) throws(Problem) {
    guard visit.role.mayManageKeys(with: scope) else {
      throw Problem(
        .insufficientScope, "Only an owner creates, rotates and revokes keys with this scope.")
    }
  }
}

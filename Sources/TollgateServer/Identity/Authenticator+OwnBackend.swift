public import Tollgate
import TollgateLedger
public import TollgateWire

extension Authenticator {
  /// Authenticates an app's own backend, and finds the customer that it acts for.
  ///
  /// - Parameters:
  ///   - secretKey: The secret key; nil if none was sent.
  ///   - endpoint: The endpoint that it is used for.
  ///   - name: The customer's id, or an app user id of RevenueCat's SDK, or `user:` and such an id or the user's id at
  ///     an issuer that the app trusts. The id of a merged customer refers to the customer they were merged into, and
  ///     that of a purchase to the customer who posted it.
  /// - Returns: The caller, valid for one request.
  /// - Throws: `Problem` with the code of the key's error, `unknown_customer` or `ambiguous_user`.
  public func authenticate(
    secretKey: String?, at endpoint: Endpoint, for name: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> Caller {
    let key = try await secretKeys.verify(secretKey, for: endpoint, in: app)
    let now = records.clock()
    guard let id = try await records.customer(named: name, in: app),
      let record = try await records.record(named: id, in: app),
      case let survivor = try await records.survivor(of: record, in: app), !survivor.isErased,
      !survivor.id.isPlaceholder
    else { throw Problem(.unknownCustomer, "The app has no such customer.") }
    return Caller(
      customer: survivor.id, email: nil, now: now, mergedInto: nil, app: app, isOwnBackend: true,
      keyID: key.id)
  }
}

extension CustomerRecords {
  /// The prefix of a user's id, in place of a customer's; the server creates no customer whose id begins with it.
  private static let userPrefix = "user:"

  /// The customer that an app's own backend names; nil if there isn't one.
  fileprivate func customer(
    named name: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> Customer.ID? {
    guard name.rawValue.hasPrefix(Self.userPrefix) else { return name }
    let user = String(name.rawValue.dropFirst(Self.userPrefix.count))
    let found = try await customers(ofUser: user, in: app)
    guard found.count < 2 else {
      throw Problem(
        .ambiguousUser, "Several issuers have a user with that id: use the customer's id instead.")
    }
    return found.first
  }
}

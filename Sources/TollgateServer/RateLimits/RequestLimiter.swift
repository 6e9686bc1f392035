import Tollgate
import TollgateWire

/// Limits the rate of requests by address, app, customer and secret key; see ``RequestRates``.
///
/// The address and the app are checked before the request is authenticated or its body is read, the customer and the
/// secret key afterwards. A request that presents a secret key is limited by its key only, so that a flood cannot lock
/// out an operator's own backend; keys that are refused count against their address.
struct RequestLimiter: Sendable {
  private let addresses: RateTable<NetworkAddress>?
  private let refusedKeys: RateTable<NetworkAddress>?
  private let apps: RateTable<Blueprint.App.ID>?
  private let customers: RateTable<CustomerKey>?
  private let keys: RateTable<String>?
  /// The requests that name a customer without proof, by who sends them.
  private let namings: RateTable<Naming>?
  private let purchases: RateTable<Purchase>?

  /// Requests of an address about a customer that they name without proof.
  private struct Naming: Hashable {
    let customer: CustomerKey
    let address: NetworkAddress
  }

  private struct Purchase: Hashable {
    let app: Blueprint.App.ID
    let id: PurchaseID
  }

  let isLimiting: Bool

  init(_ rates: RequestRates) {
    isLimiting = rates != RequestRates()
    addresses = RateTable(perMinute: rates.perAddress)
    refusedKeys = RateTable(perMinute: rates.perAddress)
    apps = RateTable(perMinute: rates.perApp)
    customers = RateTable(perMinute: rates.perCustomer)
    keys = RateTable(perMinute: rates.perKey)
    namings = RateTable(perMinute: rates.perCustomer)
    purchases = RateTable(perMinute: rates.perCustomer)
  }

  /// Counts a request of an address.
  ///
  /// - Parameters:
  ///   - address: The client's address; one that says nothing about the client is not limited.
  ///   - presentsKey: Whether the request presents a secret key, valid or not.
  /// - Throws: `Problem` with code `too_many_requests`.
  func admit(
    _ address: NetworkAddress, presentsKey: Bool, at now: Instant
  ) throws(Problem) {
    guard !address.isAnonymous else { return }
    if presentsKey {
      try Self.check(refusedKeys?.admit(address.subscriber, at: now, taking: false))
    } else {
      try Self.check(addresses?.admit(address.subscriber, at: now))
    }
  }

  /// Counts a secret key that was refused against its address; other problems do not count.
  func refused(_ problem: Problem, from address: NetworkAddress, at now: Instant) {
    guard !address.isAnonymous,
      [.invalidSecretKey, .revokedSecretKey, .secretKeyOfAnotherApp].contains(problem.code)
    else { return }
    _ = refusedKeys?.admit(address.subscriber, at: now)
  }

  /// Throws `too_many_requests` if an app has got too many.
  func admit(_ app: Blueprint.App.ID, at now: Instant) throws(Problem) {
    try Self.check(apps?.admit(app, at: now))
  }

  /// Throws `too_many_requests` if a customer has sent too many.
  func admit(_ caller: Caller) throws(Problem) {
    try admit(CustomerKey(app: caller.app.id, customer: caller.customer), at: caller.now)
  }

  /// Throws `too_many_requests` if a customer has sent too many.
  func admit(_ customer: CustomerKey, at now: Instant) throws(Problem) {
    try Self.check(customers?.admit(customer, at: now))
  }

  /// Counts a long answer as several requests of its customer.
  func charge(_ caller: Caller, bytes: Int) {
    let requests = bytes / RequestRates.answerBytes
    guard requests > 0 else { return }
    customers?.charge(
      CustomerKey(app: caller.app.id, customer: caller.customer), requests, at: caller.now)
  }

  /// Counts a long answer as several requests of its address.
  func charge(_ address: NetworkAddress, bytes: Int, at now: Instant) {
    let requests = bytes / RequestRates.answerBytes
    guard requests > 0, !address.isAnonymous else { return }
    addresses?.charge(address.subscriber, requests, at: now)
  }

  /// Throws `too_many_requests` if an address has sent too many about a customer that it names without proof.
  ///
  /// Each address has a customer's rate of its own, so that nobody who knows a name uses up what its owner may send.
  func admit(naming caller: Caller, from address: NetworkAddress) throws(Problem) {
    let customer = CustomerKey(app: caller.app.id, customer: caller.customer)
    try Self.check(
      namings?.admit(Naming(customer: customer, address: address.subscriber), at: caller.now))
  }

  /// Throws `too_many_requests` if too many have presented a purchase that the store signed.
  ///
  /// Presenting one uses up nothing of another, whatever name it is presented under.
  func admit(_ purchase: PurchaseID, by caller: Caller) throws(Problem) {
    try Self.check(
      purchases?.admit(Purchase(app: caller.app.id, id: purchase), at: caller.now))
  }

  /// Throws `too_many_requests` if too many were sent with a valid secret key.
  func admit(key: String, at now: Instant) throws(Problem) {
    try Self.check(keys?.admit(key, at: now))
  }

  private static func check(_ seconds: Int?) throws(Problem) {
    guard let seconds else { return }
    throw Problem(
      .tooManyRequests, "Too many requests: try again later.", retryAfter: max(1, seconds))
  }
}

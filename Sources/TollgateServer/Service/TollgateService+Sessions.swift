public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Creates an anonymous customer.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - device: The customer's device.
  /// - Returns: A token for the customer, and the customer's snapshot.
  /// - Throws: `Problem` if the device's name is invalid or the ledger cannot be written.
  public func createCustomer(
    in app: Blueprint.App.ID, device: Device.ID? = nil
  ) async throws(Problem) -> SessionResponse {
    let app = try served(app)
    try Self.check(device)
    let written = try await write(to: identifiers.customer(), in: app) {
      (record, now) async throws(Problem) -> Step in
      .append(try await seeing(device, on: record, in: app, at: now))
    }
    return try await session(of: written, in: app, email: nil)
  }

  /// Creates an account; the presented anonymous customer, or a new one, is converted to it.
  ///
  /// - Parameters:
  ///   - request: Email address, password and device.
  ///   - app: The app.
  ///   - token: The token of an anonymous customer, expired or not; an account's is ignored.
  /// - Returns: A token for the account's customer, and the customer's snapshot.
  /// - Throws: `Problem` with code `invalid_email`, `invalid_password`, `email_taken`, or the code of the token's
  ///   error.
  public func signUp(
    _ request: CredentialsRequest, in app: Blueprint.App.ID, presenting token: String? = nil
  ) async throws(Problem) -> SessionResponse {
    try await signUp(in: app, presenting: token) { request }
  }

  /// Creates an account; the request is decoded once the token is found valid.
  func signUp(
    in app: Blueprint.App.ID, presenting token: String?,
    reading: () throws(Problem) -> CredentialsRequest
  ) async throws(Problem) -> SessionResponse {
    let app = try served(app)
    let presented = try await presented(token, in: app, at: clock())
    let request = try reading()
    try Self.check(request.device)
    let email = try EmailAddress(request.email)
    try PasswordLength.check(request.password)
    try await refuseTaken(email, in: app)
    let hash = try await passwords.hash(request.password)
    let account = identifiers.account()
    let customer = presented.flatMap { $0.isShared ? nil : $0.customer } ?? identifiers.customer()
    let written = try await write(to: customer, in: app) {
      (record, _) async throws(Problem) -> Step in
      guard record.mergedInto == nil, record.customer.account == nil else {
        throw Problem(.busy, "The customer got an account at the same time.")
      }
      try await refuseTaken(email, in: app)
      let other = try await anonymous(presented?.customer, besides: record.id, in: app)
      let now = try instant(for: record, other)
      var change = try await decide(
        Self.seen(request.device, with: record.id, at: now), on: record, absorbing: other,
        in: app, at: now
      ) { customer, history in
        app.blueprint.signUp(customer, account: account, at: now, history: history)
      }
      change.claims.append(.email(email.text))
      change.credentials = LedgerCredentials(
        email: email.text, passwordHash: hash, account: account, customer: record.id)
      return .append(change)
    }
    return try await session(of: written, in: app, email: email.text)
  }

  /// Opens a session of an account; a presented anonymous customer is merged into the account's, once.
  ///
  /// - Parameters:
  ///   - request: Email address, password and device.
  ///   - app: The app.
  ///   - token: The token of an anonymous customer, expired or not; an account's is ignored.
  /// - Returns: A token for the account's customer, and the customer's snapshot.
  /// - Throws: `Problem` with code `wrong_credentials`, the same for an unknown address and a wrong password, or the
  ///   code of the token's error.
  public func signIn(
    _ request: CredentialsRequest, in app: Blueprint.App.ID, presenting token: String? = nil
  ) async throws(Problem) -> SessionResponse {
    try await signIn(in: app, presenting: token) { request }
  }

  /// Opens a session; the request is decoded once the token is found valid.
  func signIn(
    in app: Blueprint.App.ID, presenting token: String?,
    reading: () throws(Problem) -> CredentialsRequest
  ) async throws(Problem) -> SessionResponse {
    let clock = clock()
    let app = try served(app)
    let presented = try await presented(token, in: app, at: clock)
    let request = try reading()
    try Self.check(request.device)
    let credentials = try await attempts.attempt(request, in: app.id, at: clock) {
      () async throws(Problem) in try await proven(request, in: app)
    }
    let written = try await write(to: credentials.customer, in: app) {
      (record, _) async throws(Problem) -> Step in
      guard record.mergedInto == nil else {
        throw Problem(.busy, "The customer was merged at the same time.")
      }
      let other = try await anonymous(presented?.customer, besides: record.id, in: app)
      let now = try instant(for: record, other)
      return .appending(
        try await seeing(request.device, on: record, absorbing: other, in: app, at: now))
    }
    return try await session(of: written, in: app, email: credentials.email)
  }

  /// Exchanges a token for a new one; it may have expired, up to 400 days after its creation.
  ///
  /// A customer who was merged into another anonymous one, for example because a second device restored the same
  /// purchases, gets that one's token: both devices continue as one customer.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - app: The app.
  /// - Returns: A new token for the customer, or for the anonymous one it was merged into, and the customer's snapshot.
  /// - Throws: `Problem` with the code of the token's error.
  public func renewSession(
    _ token: String, in app: Blueprint.App.ID
  ) async throws(Problem) -> SessionResponse {
    let app = try served(app)
    let (claims, record) = try await renewable(token, in: app, at: clock())
    guard record.mergedInto != nil else {
      return try await session(
        of: record, in: app, email: claims.email, session: claims.session,
        at: try instant(for: record))
    }
    let whole = try await whole(record, in: app)
    guard whole.customer.account == nil else { throw Self.merged }
    return try await session(
      of: whole, in: app, email: nil, session: claims.session, at: try instant(for: whole))
  }
}

extension TollgateService {
  static func seen(
    _ device: Device.ID?, with customer: Customer.ID, at now: Instant
  ) -> [Fact] {
    device.map { [.device(DeviceUse(device: $0, origin: customer, at: now))] } ?? []
  }

  /// The facts that follow when a customer is seen on a device: a trial that waited for one may start.
  func seeing(
    _ device: Device.ID?, on record: CustomerRecord, besides facts: [Fact] = [],
    absorbing other: CustomerRecord? = nil, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Change {
    try await decide(
      facts + Self.seen(device, with: record.id, at: now), on: record, absorbing: other, in: app,
      at: now
    ) { customer, history in
      app.blueprint.record([], for: customer, at: now, history: history)
    }
  }

  func session(
    of written: Written, in app: ServedApp, email: String?
  ) async throws(Problem) -> SessionResponse {
    try await session(of: written.record, in: app, email: email, at: written.at)
  }

  func session(
    of record: CustomerRecord, in app: ServedApp, email: String?, session: String? = nil,
    at now: Instant
  ) async throws(Problem) -> SessionResponse {
    let (token, expiresAt) = try await tokens.make(
      for: record.id, in: app.id, email: email, session: session ?? newSession(of: record.id),
      at: clock())
    return SessionResponse(
      token: token, tokenExpiresAt: expiresAt,
      snapshot: try await snapshot(of: record, in: app, email: email, at: now))
  }

  /// The name of a new session: its first customer and enough random bytes to be unguessable.
  private func newSession(of customer: Customer.ID) -> String {
    let session = "\(customer) \(identifiers.bytes(8).hexadecimal)"
    tokens.note(session, isOpen: true)
    return session
  }

  /// The presented customer if it can be merged: anonymous, not merged yet and not the same customer.
  func anonymous(
    _ presented: Customer.ID?, besides customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    guard let presented, presented != customer,
      let record = try await load(CustomerKey(app: app.id, customer: presented)),
      record.mergedInto == nil, record.customer.account == nil
    else { return nil }
    return record
  }
}

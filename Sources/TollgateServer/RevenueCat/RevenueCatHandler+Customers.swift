import Hummingbird
import Logging
import Tollgate
import TollgateAppStore
import TollgateWire

extension RevenueCatHandler {
  /// `GET /v1/subscribers/{user}`: a name that was never used becomes a customer with nothing.
  func subscriber(_ incoming: IncomingRequest, of app: ServedApp) async throws -> Response {
    let user = try user(incoming)
    let known = try await users.find(user, in: app)
    if known.record == nil {
      do {
        try await admitNew(from: incoming.address)
        _ = try await users.open(user, in: app)
      } catch {
        // A customer who has nothing still has nothing while nothing more is recorded.
        incoming.logger.debug("subscriber", metadata: ["code": "\(error.code.rawValue)"])
      }
    }
    let info = try await info(of: user, in: app, readBy: incoming.address)
    return try tagged(info.json, as: info.tagged, for: incoming)
  }

  /// `POST /v1/subscribers/identify`, when somebody logs in.
  ///
  /// Status 201 means that nothing was known of the name, which the SDK reports to the app as a new customer.
  func identify(_ incoming: IncomingRequest, in app: ServedApp) async throws -> Response {
    let body = try incoming.simpleJSON(JSONValue.self)
    let old = try AppUserID(body["app_user_id"]?.string ?? "")
    let new = try AppUserID(body["new_app_user_id"]?.string ?? "")
    if try await users.find(new, in: app).record == nil {
      try await admitNew(from: incoming.address)
    }
    let isNew = try await users.identify(old, as: new, in: app)
    return try answer(
      try await info(of: new, in: app, readBy: incoming.address).json,
      status: isNew ? .created : .ok)
  }

  /// `POST /v1/subscribers/{user}/attributes`: reserved ones, and those that the blueprint lets the app set, are recorded.
  func attributes(_ incoming: IncomingRequest, of app: ServedApp) async throws -> Response {
    let user = try user(incoming)
    let sent = try incoming.simpleJSON(JSONValue.self)["attributes"]?.object ?? [:]
    // Anybody can name a customer. Of all who set attributes, one at a time waits where purchases wait too.
    let customer = try await users.find(user, in: app).id
    try await naming.run(CustomerKey(app: app.id, customer: customer)) { () async throws(Problem) in
      try await set(sent, of: user, in: app, sentBy: incoming.address)
    }
    return try answer(.object([:]))
  }

  /// Records attributes; without any, no customer is created.
  ///
  /// - Parameter sent: The attributes by name, each with its value; those that are neither reserved nor the app's to
  ///   set are ignored.
  /// - Throws: `Problem` with code `too_many_requests` or `busy`, or if the ledger fails.
  func set(
    _ sent: [String: JSONValue], of user: AppUserID, in app: ServedApp,
    sentBy address: NetworkAddress
  ) async throws(Problem) {
    guard !app.blueprint.attributeChanges(sentByApp: sent, at: records.clock()).isEmpty else {
      return
    }
    if try await users.find(user, in: app).record == nil { try await admitNew(from: address) }
    let caller = try await users.open(user, in: app)
    try limiter.admit(naming: caller, from: address)
    try await users.set(sent, for: caller)
  }

  /// Counts a customer that an address creates: anybody can make names up.
  private func admitNew(from address: NetworkAddress) async throws(Problem) {
    try await service.accounts.attempts.begin(
      address.subjects(AttemptSubject.customersFrom), at: records.clock())
  }

  /// `POST /v1/subscribers/{user}/intro_eligibility`: what the facts show; null without any, since the store knows more.
  func introEligibility(_ incoming: IncomingRequest, of app: ServedApp) async throws -> Response {
    let body = try incoming.simpleJSON(JSONValue.self)
    let info = try await info(
      of: try user(incoming), in: app, readBy: incoming.address)
    let asked = body["product_identifiers"]?.array?.compactMap(\.string) ?? []
    var answers: [String: JSONValue] = [:]
    for name in asked.prefix(Self.productLimit) {
      let product = app.blueprint.definition.products.first { $0.id.rawValue == name }
      guard product?.introductoryOffer != nil, info.overview.knownSince != nil else {
        answers[name] = .null
        continue
      }
      answers[name] = .bool(info.membership.offersIntroductory(CatalogProduct.ID(name)))
    }
    return try answer(.object(answers))
  }

  /// How many products or offers are answered for in one request.
  private static let productLimit = 200

  /// `GET /v1/subscribers/{user}/virtual_currencies`: the blueprint's wallets.
  func virtualCurrencies(_ incoming: IncomingRequest, of app: ServedApp) async throws -> Response {
    let info = try await info(
      of: try user(incoming), in: app, readBy: incoming.address)
    let wallets = app.blueprint.definition.credits.map(\.id).map { wallet in
      (
        wallet.rawValue,
        JSONValue.object([
          "balance": .integer(Int64(info.membership.credits(in: wallet))),
          "code": .string(wallet.rawValue), "name": .string(wallet.rawValue),
        ])
      )
    }
    let body = JSONValue.object([
      "virtual_currencies": .object(Dictionary(wallets) { first, _ in first })
    ])
    return try tagged(body, as: body, for: incoming)
  }

  /// `POST /v1/offers`: a signature of the form that the SDK asks for would not be bound to one customer.
  func offers(_ incoming: IncomingRequest) throws -> Response {
    let body = try incoming.simpleJSON(JSONValue.self)
    let answers = (body["generate_offers"]?.array ?? []).prefix(Self.productLimit).map {
      offer -> JSONValue in
      .object([
        "key_id": .string(""), "offer_id": offer["offer_id"] ?? .string(""),
        "product_id": offer["product_id"] ?? .string(""), "signature_data": .null,
        "signature_error": .object([
          "code": .integer(Int64(RevenueCatError.Code.invalidAppStoreKey.rawValue)),
          "message": .string("This server signs offers for its own client only."),
        ]),
      ])
    }
    return try answer(.object(["offers": .array(answers)]))
  }
}

import Hummingbird
import Tollgate
import TollgateWire

extension EndpointHandler {
  func findCustomers(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let searcher = try await authenticatedOperator(incoming, at: .findCustomers)
    try incoming.requireOnce(CustomerSearch.names)
    let query = CustomerSearch.names.compactMap { name in
      incoming.query(name).flatMap { CustomerSearch(name, $0) }
    }
    guard query.count == 1 else {
      let names = CustomerSearch.names.map { "`\($0)`" }.joined(separator: ", ")
      throw Problem(.invalidValue, "The query must have exactly one of \(names).")
    }
    return .personal(try JSON.bytes(try await service.operators.find(query[0], by: searcher)))
  }

  func life(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let reader = try await authenticatedOperator(incoming, at: .life(customer))
    try await service.operators.requireCustomer(customer, in: reader.app)
    return .personal(
      try JSON.bytes(
        try await service.operators.life(
          of: customer, at: try incoming.instant, for: reader)))
  }

  func reason(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let feature: Feature.ID = try incoming.name("feature")
    let reader = try await authenticatedOperator(incoming, at: .reason(customer, feature))
    try await service.operators.requireCustomer(customer, in: reader.app)
    return .personal(
      try JSON.bytes(
        try await service.operators.reason(
          for: feature, of: customer, at: try incoming.instant, for: reader)))
  }

  func grant(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let granter = try await authenticatedOperator(incoming, at: .grant(customer))
    try await service.operators.requireCustomer(customer, in: granter.app)
    let key = try incoming.key
    let request = try incoming.json(GrantRequest.self)
    if request.isPreview == true {
      return try await preview(.grant(request), of: customer, by: granter)
    }
    let response = try await service.operators.grant(request, to: customer, key: key, by: granter)
    return .personal(response.body, isReplay: response.isReplay)
  }

  func extendGrant(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let grant: Grant.ID = try incoming.name("grant")
    let granter = try await authenticatedOperator(incoming, at: .extendGrant(customer, grant))
    try await service.operators.requireCustomer(customer, in: granter.app)
    let key = try incoming.key
    let request = try incoming.json(GrantExtensionRequest.self)
    if request.isPreview == true {
      return try await preview(.extend(grant, request), of: customer, by: granter)
    }
    let response = try await service.operators.extend(
      grant, request, of: customer, key: key, by: granter)
    return .personal(response.body, isReplay: response.isReplay)
  }

  func revokeGrant(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let grant: Grant.ID = try incoming.name("grant")
    let revoker = try await authenticatedOperator(incoming, at: .revokeGrant(customer, grant))
    try await service.operators.requireCustomer(customer, in: revoker.app)
    let request = try incoming.json(GrantRevocationRequest.self)
    if request.isPreview == true {
      return try await preview(.revoke(grant, request), of: customer, by: revoker)
    }
    return .personal(
      try JSON.bytes(
        try await service.operators.revoke(grant, request, of: customer, by: revoker)))
  }

  func changeTrial(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let trial: Trial.ID = try incoming.name("trial")
    let changer = try await authenticatedOperator(incoming, at: .changeTrial(customer, trial))
    try await service.operators.requireCustomer(customer, in: changer.app)
    let key = try incoming.key
    let request = try incoming.json(TrialChangeRequest.self)
    if request.isPreview == true {
      return try await preview(.changeTrial(trial, request), of: customer, by: changer)
    }
    let response = try await service.operators.change(
      trial, request, of: customer, key: key, by: changer)
    return .personal(response.body, isReplay: response.isReplay)
  }

  func transferPurchase(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let mover = try await authenticatedOperator(incoming, at: .transferPurchase(customer))
    try await service.operators.requireCustomer(customer, in: mover.app)
    let request = try incoming.json(PurchaseTransferRequest.self)
    return .personal(
      try JSON.bytes(try await service.operators.transfer(request, of: customer, by: mover)))
  }

  func mergeCustomer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let merger = try await authenticatedOperator(incoming, at: .mergeCustomer(customer))
    try await service.operators.requireCustomer(customer, in: merger.app)
    let request = try incoming.json(CustomerMergeRequest.self)
    return .personal(
      try JSON.bytes(try await service.operators.merge(request, into: customer, by: merger)))
  }

  func exportCustomer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let reader = try await authenticatedOperator(incoming, at: .exportCustomer(customer))
    return .personal(
      try await service.operators.export(of: customer, for: reader).body())
  }

  func eraseCustomer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    let eraser = try await authenticatedOperator(incoming, at: .eraseCustomer(customer))
    try await service.operators.requireCustomer(customer, in: eraser.app)
    let request = try incoming.json(CustomerErasureRequest.self)
    return .personal(
      try JSON.bytes(try await service.operators.erase(request, of: customer, by: eraser)))
  }

  /// What a change would do, without doing it.
  private func preview(
    _ change: CustomerChange, of customer: Customer.ID, by changer: Operator
  ) async throws(Problem) -> Response {
    let preview = try await service.operators.preview(change, of: customer, by: changer)
    return .personal(
      try JSON.bytes(
        CustomerChangeResponse(
          isPreview: true, customers: preview.sides.map(\.comparison), serverTime: preview.at)))
  }

  /// The operator whose secret key the request presents.
  func authenticatedOperator(
    _ incoming: IncomingRequest, at endpoint: Endpoint
  ) async throws(Problem) -> Operator {
    let app = try app(incoming)
    let key = try incoming.token
    do throws(Problem) {
      let authenticated = try await service.operators.authenticate(
        secretKey: key, at: endpoint, in: app)
      if let key { try limiter.admit(key: key, at: service.records.clock()) }
      return authenticated
    } catch {
      limiter.refused(error, from: incoming.address, at: service.records.clock())
      throw error
    }
  }
}

extension IncomingRequest {
  /// The instant of the query's `at`, in milliseconds since 1970 or as in `2026-03-02T09:00:00Z`; nil without one.
  fileprivate var instant: Instant? {
    get throws(Problem) {
      try requireOnce(["at"])
      guard let text = query("at") else { return nil }
      guard let instant = Int64(text).map(Instant.init(milliseconds:)) ?? Instant(text) else {
        throw Problem(
          .invalidValue,
          "`at` is not a date and time: use milliseconds since 1970, or a form such as 2026-03-02T09:00:00Z."
        )
      }
      return instant
    }
  }
}

import Hummingbird
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let operators: [EndpointRoute] = [
    EndpointRoute(
      .findCustomers, "findCustomers", .operators, "Finds customers by one parameter of the query.",
      "A customer who was merged is found as the one they were merged into.",
      query: CustomerSearch.names.map {
        EndpointParameter(
          $0, in: .query, "What to search by; a search has exactly one of these fields.")
      },
      answers: [.shape(.customerMatches)], by: .operators(EndpointHandler.findCustomers)),
    EndpointRoute(
      .life("{customer}"), "getHistory", .operators, "Reads a customer's history.",
      "With `at`, the membership is what the server knew at that instant; in the future, it is what follows if nothing else happens.",
      query: [at], answers: [.shape(.customerLife)], by: .operators(EndpointHandler.life)),
    EndpointRoute(
      .reason("{customer}", "{feature}"), "explainAccess", .operators,
      "Explains a customer's access to a feature.",
      "The rule that decides, what the rules before it lack, and the facts behind the answer.",
      query: [at], answers: [.shape(.featureReason)], by: .operators(EndpointHandler.reason)),
    EndpointRoute(
      .grant("{customer}"), "grantEntitlement", .operators, "Grants a customer an entitlement.",
      "With `name`, it is the grant that the blueprint lists, with its terms. \(preview)",
      body: .required(.grantRequest), answers: [.change(.grantResponse)],
      by: .operators(EndpointHandler.grant)),
    EndpointRoute(
      .extendGrant("{customer}", "{grant}"), "extendGrant", .operators, "Continues a grant.",
      "The continuation is a grant of its own, which begins when the named one ends, or now if it has ended. \(preview)",
      body: .required(.grantExtensionRequest), answers: [.change(.grantResponse)],
      by: .operators(EndpointHandler.extendGrant)),
    EndpointRoute(
      .revokeGrant("{customer}", "{grant}"), "revokeGrant", .operators, "Revokes a grant.",
      "Repeating it changes nothing. \(preview)",
      body: .required(.grantRevocationRequest), answers: [.change(.grantResponse)],
      by: .operators(EndpointHandler.revokeGrant)),
    EndpointRoute(
      .changeTrial("{customer}", "{trial}"), "changeTrial", .operators,
      "Extends, pauses, resumes or resets a trial.", preview,
      body: .required(.trialChangeRequest), answers: [.change(.trialChangeResponse)],
      by: .operators(EndpointHandler.changeTrial)),
    EndpointRoute(
      .transferPurchase("{customer}"), "transferPurchase", .operators,
      "Transfers a customer's purchase to another one.", preview,
      body: .required(.purchaseTransferRequest), answers: [.shape(.customerChangeResponse)],
      by: .operators(EndpointHandler.transferPurchase)),
    EndpointRoute(
      .mergeCustomer("{customer}"), "mergeCustomer", .operators,
      "Merges an anonymous customer into another one.", preview,
      body: .required(.customerMergeRequest), answers: [.shape(.customerChangeResponse)],
      by: .operators(EndpointHandler.mergeCustomer)),
    EndpointRoute(
      .exportCustomer("{customer}"), "exportCustomer", .operators,
      "Exports everything stored about a customer.",
      "What the customer is entitled to receive, for somebody who cannot sign in.",
      answers: [.shape(.customerExport)], by: .operators(EndpointHandler.exportCustomer)),
    EndpointRoute(
      .eraseCustomer("{customer}"), "eraseCustomer", .operators, "Erases a customer for good.",
      preview, body: .required(.customerErasureRequest),
      answers: [.shape(.customerChangeResponse)], by: .operators(EndpointHandler.eraseCustomer)),
    EndpointRoute(
      .revision("{revision}"), "getRevision", .operators,
      "Reads a revision of the blueprint with its files.",
      "The files are as their author wrote them, with comments; clients never get them.",
      path: [
        .named(
          "revision", "The number of the revision, or `proposal` for what is proposed.",
          .text.with("pattern", "^([1-9][0-9]{0,8}|proposal)$"), example: "2")
      ],
      answers: [.shape(.blueprintRevision)], by: .operators(EndpointHandler.revision)),
    EndpointRoute(
      .audit, "listAudit", .operators, "Lists what operators, keys and the command line did.",
      "The newest entries come first; `next` continues with older ones.",
      query: AuditParameter.allCases.map(\.parameter), answers: [.shape(.auditList)],
      by: .operators(EndpointHandler.audit)),
  ]

  private static let preview =
    "With `isPreview: true`, nothing is changed, and the answer compares the memberships before and after."

  private static let at = EndpointParameter(
    "at", in: .query,
    "The instant to look at, such as `2026-03-02T09:00:00Z` or in milliseconds since 1970; now without it.",
    .dayInstantOrMilliseconds, example: "2026-03-02T09:00:00Z")
}

extension AuditParameter {
  /// The parameter in the document.
  fileprivate var parameter: EndpointParameter {
    let (description, schema, example): (String, Schema, JSONValue) =
      switch self {
      case .by:
        (
          "Who did it: an email address, the public part of a secret key, `command line` or `server`.",
          .text,
          "ada@example.com"
        )
      case .action:
        ("What was done.", .oneOf(LedgerAuditEntry.Action.known.map(\.rawValue)), "granted")
      case .customer: ("The customer that it was done to.", .text, "cus_1")
      case .from: ("What was done at this instant or later.", .dayOrInstant, "2026-03-02")
      case .until: ("What was done before this instant.", .dayOrInstant, "2026-04-01")
      case .after:
        (
          "The `next` of the answer that this one continues.",
          .text.with("pattern", "^-?[0-9]{1,18}[.].+$"), "1772442000000.0f3a91c2d4e5b678"
        )
      case .limit:
        (
          "The greatest number of entries; \(LedgerAuditFilter.usualLimit) without it.",
          .integer(1...OperatorService.auditLimit), 100
        )
      }
    return EndpointParameter(rawValue, in: .query, description, schema, example: example)
  }
}

extension EndpointHandler {
  func revision(
    _ incoming: IncomingRequest, by reader: Operator
  ) async throws(Problem) -> Response {
    let name: Identifier<BlueprintRevision> = try incoming.name("revision")
    let read = try await BlueprintRevisions(service.records.ledger, of: reader.app.id)
      .read(name.rawValue)
    let response = BlueprintRevision(read, at: service.records.clock())
    return .personal(
      try await LongWork.run(about: response.files.reduce(0) { $0 + $1.text.utf8.count }) {
        () throws(Problem) in try JSON.bytes(response)
      })
  }

  func audit(_ incoming: IncomingRequest, by reader: Operator) async throws(Problem) -> Response {
    try incoming.requireOnce(AuditParameter.allCases.map(\.rawValue))
    let filter = try LedgerAuditFilter { incoming.query($0.rawValue) }
    let part = try await service.operators.audit(filter, in: reader.app.id)
    return try .personal(encoding: AuditList(part, at: service.records.clock()))
  }

  func findCustomers(
    _ incoming: IncomingRequest, by searcher: Operator
  ) async throws(Problem) -> Response {
    try incoming.requireOnce(CustomerSearch.names)
    let query = CustomerSearch.names.compactMap { name in
      incoming.query(name).flatMap { CustomerSearch(name, $0) }
    }
    guard query.count == 1 else {
      let names = CustomerSearch.names.map { "`\($0)`" }.joined(separator: ", ")
      throw Problem(.invalidValue, "The query must have exactly one of \(names).")
    }
    return try await .personal(encoding: service.operators.find(query[0], by: searcher))
  }

  func life(
    _ incoming: IncomingRequest, by reader: Operator
  ) async throws(Problem) -> Response {
    let customer = try await customer(in: incoming, of: reader.app)
    return try await .personal(
      encoding: service.operators.life(of: customer, at: try incoming.instant, for: reader))
  }

  func reason(
    _ incoming: IncomingRequest, by reader: Operator
  ) async throws(Problem) -> Response {
    let customer = try await customer(in: incoming, of: reader.app)
    let feature: Feature.ID = try incoming.name("feature")
    return try await .personal(
      encoding: service.operators.reason(
        for: feature, of: customer, at: try incoming.instant, for: reader))
  }

  func grant(
    _ incoming: IncomingRequest, by granter: Operator
  ) async throws(Problem) -> Response {
    let customer = try await customer(in: incoming, of: granter.app)
    let key = try incoming.key
    let request = try incoming.json(GrantRequest.self)
    if request.isPreview == true {
      return try await preview(.grant(request), of: customer, by: granter)
    }
    let response = try await service.operators.grant(request, to: customer, key: key, by: granter)
    return .personal(response.body, isReplay: response.isReplay)
  }

  func extendGrant(
    _ incoming: IncomingRequest, by granter: Operator
  ) async throws(Problem) -> Response {
    let customer = try await customer(in: incoming, of: granter.app)
    let grant: Grant.ID = try incoming.name("grant")
    let key = try incoming.key
    let request = try incoming.json(GrantExtensionRequest.self)
    if request.isPreview == true {
      return try await preview(.extend(grant, request), of: customer, by: granter)
    }
    let response = try await service.operators.extend(
      grant, request, of: customer, key: key, by: granter)
    return .personal(response.body, isReplay: response.isReplay)
  }

  func revokeGrant(
    _ incoming: IncomingRequest, by revoker: Operator
  ) async throws(Problem) -> Response {
    let customer = try await customer(in: incoming, of: revoker.app)
    let grant: Grant.ID = try incoming.name("grant")
    let request = try incoming.json(GrantRevocationRequest.self)
    if request.isPreview == true {
      return try await preview(.revoke(grant, request), of: customer, by: revoker)
    }
    return try await .personal(
      encoding: service.operators.revoke(grant, request, of: customer, by: revoker))
  }

  func changeTrial(
    _ incoming: IncomingRequest, by changer: Operator
  ) async throws(Problem) -> Response {
    let customer = try await customer(in: incoming, of: changer.app)
    let trial: Trial.ID = try incoming.name("trial")
    let key = try incoming.key
    let request = try incoming.json(TrialChangeRequest.self)
    if request.isPreview == true {
      return try await preview(.changeTrial(trial, request), of: customer, by: changer)
    }
    let response = try await service.operators.change(
      trial, request, of: customer, key: key, by: changer)
    return .personal(response.body, isReplay: response.isReplay)
  }

  func transferPurchase(
    _ incoming: IncomingRequest, by mover: Operator
  ) async throws(Problem) -> Response {
    let customer = try await customer(in: incoming, of: mover.app)
    let request = try incoming.json(PurchaseTransferRequest.self)
    return try await .personal(
      encoding: service.operators.transfer(request, of: customer, by: mover))
  }

  func mergeCustomer(
    _ incoming: IncomingRequest, by merger: Operator
  ) async throws(Problem) -> Response {
    let customer = try await customer(in: incoming, of: merger.app)
    let request = try incoming.json(CustomerMergeRequest.self)
    return try await .personal(
      encoding: service.operators.merge(request, into: customer, by: merger))
  }

  func exportCustomer(
    _ incoming: IncomingRequest, by reader: Operator
  ) async throws(Problem) -> Response {
    let customer: Customer.ID = try incoming.name("customer")
    return .personal(
      try await service.operators.export(of: customer, for: reader).body())
  }

  func eraseCustomer(
    _ incoming: IncomingRequest, by eraser: Operator
  ) async throws(Problem) -> Response {
    let customer = try await customer(in: incoming, of: eraser.app)
    let request = try incoming.json(CustomerErasureRequest.self)
    return try await .personal(encoding: service.operators.erase(request, of: customer, by: eraser))
  }

  /// The customer in the path, who must belong to the app.
  private func customer(
    in incoming: IncomingRequest, of app: ServedApp
  ) async throws(Problem) -> Customer.ID {
    let customer: Customer.ID = try incoming.name("customer")
    try await service.operators.requireCustomer(customer, in: app)
    return customer
  }

  /// What a change would do, without doing it.
  private func preview(
    _ change: CustomerChange, of customer: Customer.ID, by changer: Operator
  ) async throws(Problem) -> Response {
    let preview = try await service.operators.preview(change, of: customer, by: changer)
    return try .personal(
      encoding: CustomerChangeResponse(
        isPreview: true, customers: preview.sides.map(\.comparison), serverTime: preview.at))
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

extension BlueprintRevision {
  fileprivate init(_ read: RecordedRevision, at now: Instant) {
    self.init(
      number: read.number, revision: read.stored.revision,
      how: read.change?.origin.rawValue ?? "proposed", at: read.at, by: read.author,
      proposedBy: read.change?.proposer, note: read.note, findings: read.stored.findings,
      files: read.stored.source, serverTime: now)
  }
}

import Hummingbird
import Tollgate
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let features: [EndpointRoute] = [
    EndpointRoute(
      .access("{feature}"), "checkAccess", .features, "Checks the access to a feature.",
      "Nothing is counted, and a denial is an answer with status 200.",
      query: [
        EndpointParameter(
          "parent", in: .query,
          "What a use would belong to, where a limit of the blueprint counts for each parent."),
        EndpointParameter(
          "cost", in: .query,
          "The size of the use, where the blueprint says `cost: any` or `largest`; 1 without it.",
          .integer(1...Feature.sizeLimit)),
        EndpointParameter(
          "item", in: .query,
          "The item that the use would name; a held item can be used unless it is blocked."),
      ],
      answers: [.shape(.accessResponse)], by: .customer(EndpointHandler.access)),
    EndpointRoute(
      .use("{feature}"), "useFeature", .features, "Uses a feature once.",
      "Decides and counts in one step; a denial is a problem with the code `denied`. The first answer to an idempotency key is repeated byte for byte, but a denial is not stored: the same key succeeds once the use is allowed. A use that names an item that is held already gives it the size in `cost`.",
      body: .optional(.useRequest), answers: [.shape(.useResponse)],
      by: .customer(EndpointHandler.use)),
    EndpointRoute(
      .reserve("{feature}"), "reserveUse", .features, "Reserves a use of a feature.",
      "The idempotency key is that of the use. Until `lapsesAt` the reservation counts like a use, and the use with its key is counted even if the feature would be denied by then.",
      body: .optional(.useRequest), answers: [.shape(.reservationResponse)],
      by: .customer(EndpointHandler.reserve)),
    EndpointRoute(
      .releaseReservation("{feature}", "{key}"), "releaseReservation", .features,
      "Releases a reservation that was not used.",
      "Repeating it, or releasing one that has lapsed, changes nothing.",
      path: [.named("key", "The idempotency key of the reservation.")],
      answers: [.shape(.reservationResponse)],
      by: .customer(EndpointHandler.releaseReservation)),
    EndpointRoute(
      .release("{feature}"), "releaseItem", .features, "Releases an item that a feature holds.",
      "A later use can hold it again under its name. With `keys`, an item that was added again since stays.",
      body: .required(.releaseRequest), answers: [.shape(.useResponse)],
      by: .customer(EndpointHandler.release)),
    EndpointRoute(
      .heldItems("{feature}"), "setHeldItems", .features, "Sets the items that a feature holds.",
      "It records what exists, and how large it is, whatever the limit, and does not permit anything new. Repeating it changes nothing.",
      body: .required(.heldItemsRequest), answers: [.shape(.useResponse)],
      by: .customer(EndpointHandler.heldItems)),
  ]
}

extension EndpointHandler {
  func access(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    try incoming.requireOnce(["parent", "cost", "item"])
    var cost: Int?
    if let text = incoming.query("cost") {
      guard let number = Int(text) else {
        throw Problem(.invalidValue, "`cost` must be a whole number.")
      }
      cost = number
    }
    let response = try await service.customers.access(
      to: try incoming.name("feature"), in: incoming.query("parent").map { Parent.ID($0) },
      asking: cost, item: incoming.query("item").map { Item.ID($0) }, of: caller)
    return try await signed(response, for: caller)
  }

  func use(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    let key = try incoming.key
    let request = try incoming.jsonOrEmpty(UseRequest.self)
    let response = try await service.features.use(
      try incoming.name("feature"), item: request.item, cost: request.cost, parent: request.parent,
      key: key, isReport: request.isReport ?? false, isUnlimited: request.isUnlimited ?? false,
      by: caller)
    return try await signed(response.body, for: caller, isReplay: response.isReplay)
  }

  func reserve(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    let key = try incoming.key
    let request = try incoming.jsonOrEmpty(UseRequest.self)
    return try await signed(
      try await service.features.reserve(
        try incoming.name("feature"), item: request.item, cost: request.cost,
        parent: request.parent,
        key: key, by: caller),
      for: caller)
  }

  func releaseReservation(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    try await signed(
      try await service.features.releaseReservation(
        of: try incoming.name("feature"), key: try incoming.name("key"), by: caller), for: caller)
  }

  func release(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    let request = try incoming.json(ReleaseRequest.self)
    let response = try await service.features.release(
      request.item, of: try incoming.name("feature"), addedBy: request.keys, by: caller)
    return try await signed(response, for: caller)
  }

  func heldItems(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.json(HeldItemsRequest.self)
    let response = try await service.features.hold(
      request.items, in: try incoming.name("feature"), sizes: request.itemSizes,
      listedAt: request.listedAt, by: caller)
    return try await signed(response, for: caller)
  }
}

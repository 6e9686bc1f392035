import Hummingbird
import Tollgate
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let reports: [EndpointRoute] = [
    EndpointRoute(
      .device, "reportDevice", .reports, "Names the caller's device.",
      "A trial that waits for the device starts.",
      body: .required(.deviceRequest), answers: [.shape(.changeResponse)],
      by: .customer(EndpointHandler.device)),
    EndpointRoute(
      .milestone("{milestone}"), "reachMilestone", .reports,
      "Reports that a milestone was reached.",
      "The earliest report counts; repeating it changes nothing.",
      answers: [.shape(.customerSnapshot)], by: .customer(EndpointHandler.milestone)),
    EndpointRoute(
      .setAttributes, "setAttributes", .reports, "Sets attributes of the customer.",
      "A customer token sets attributes that the blueprint declares with `setBy: app`, a secret key those with `setBy: backend`. Either everything is recorded or nothing; a `signedAppTransaction` that cannot be verified is ignored.",
      body: .required(.attributesRequest), answers: [.shape(.changeResponse)],
      by: .customer(EndpointHandler.setAttributes)),
    EndpointRoute(
      .dismissal("{prompt}"), "dismissPrompt", .reports, "Reports that a prompt was dismissed.",
      "The blueprint says when the prompt may return.",
      answers: [.shape(.changeResponse)], by: .customer(EndpointHandler.dismissal)),
    EndpointRoute(
      .paywallShown("{paywall}"), "reportPaywallShown", .reports,
      "Reports that a paywall was shown.",
      "Each report counts, under its idempotency key.",
      body: .optional(.paywallReportRequest), answers: [.shape(.changeResponse)],
      by: .customer(EndpointHandler.paywallShown)),
    EndpointRoute(
      .paywallClosed("{paywall}"), "reportPaywallClosed", .reports,
      "Reports that a paywall was closed without buying.",
      "Each report counts, under its idempotency key.",
      body: .optional(.paywallReportRequest), answers: [.shape(.changeResponse)],
      by: .customer(EndpointHandler.paywallClosed)),
    EndpointRoute(
      .nudgeDelivered("{nudge}"), "reportNudgeDelivered", .reports,
      "Reports that a nudge was delivered.",
      "Each occurrence is delivered once. A repetition such as `come-back#2` is reported under the nudge's name, `come-back`, with its own occurrence.",
      body: .required(.nudgeDeliveredRequest), answers: [.shape(.changeResponse)],
      by: .customer(EndpointHandler.nudgeDelivered)),
  ]
}

extension EndpointHandler {
  func device(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    let request = try incoming.json(DeviceRequest.self)
    return try await signed(
      try await service.reports.recordDevice(request.device, by: caller), for: caller)
  }

  func milestone(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let snapshot = try await service.reports.recordMilestone(
      try incoming.name("milestone"), by: caller)
    return try await signed(snapshot, for: caller)
  }

  func setAttributes(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.json(AttributesRequest.self)
    let download = await incoming.download(
      request.signedAppTransaction, in: caller.app, at: service.records.clock())
    return try await signed(
      try await service.reports.setAttributes(request, presenting: download, by: caller),
      for: caller)
  }

  func dismissal(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let key = try incoming.key
    let response = try await service.reports.recordDismissal(
      of: try incoming.name("prompt"), key: key, by: caller)
    return try await signed(response.body, for: caller, isReplay: response.isReplay)
  }

  func paywallShown(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    try await paywall(.shown, incoming, by: caller)
  }

  func paywallClosed(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    try await paywall(.closed, incoming, by: caller)
  }

  private func paywall(
    _ action: PaywallEvent.Action, _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let key = try incoming.key
    let request = try incoming.jsonOrEmpty(PaywallReportRequest.self)
    let response = try await service.reports.recordPaywall(
      try incoming.name("paywall"), action, request, key: key, by: caller)
    return try await signed(response.body, for: caller, isReplay: response.isReplay)
  }

  func nudgeDelivered(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.json(NudgeDeliveredRequest.self)
    let response = try await service.reports.recordNudge(
      try incoming.name("nudge"), occurrence: request.occurrence, on: request.device,
      by: caller)
    return try await signed(response, for: caller)
  }
}

import Hummingbird
import TollgateSchemas
import TollgateWire

// The requests of the App Store, whose signed bodies are their authentication.
extension EndpointRoute {
  static let appStore: [EndpointRoute] = [
    EndpointRoute(
      .appStoreNotifications, "receiveNotification", .appStore,
      "Receives an App Store Server Notification.",
      "Its address belongs in App Store Connect. A repeated notification is recorded once.",
      body: .required(.notificationRequest), answers: [.shape(.notificationResponse)],
      by: .app(EndpointHandler.notification)),
    EndpointRoute(
      .retentionMessage, "answerRetentionRequest", .appStore,
      "Answers a customer who is about to cancel.",
      "The answer is Apple's `RealtimeResponseBody`, or status 404 if the blueprint has no message for the customer.",
      body: .required(.notificationRequest), answers: [.shape(.retentionResponse)],
      by: .app(EndpointHandler.retentionMessage)),
  ]
}

extension EndpointHandler {
  func notification(
    _ incoming: IncomingRequest, in app: ServedApp
  ) async throws(Problem) -> Response {
    let request = try incoming.json(NotificationRequest.self)
    return try await .personal(encoding: service.notifications.receive(request, in: app))
  }

  func retentionMessage(
    _ incoming: IncomingRequest, in app: ServedApp
  ) async throws(Problem) -> Response {
    let request = try incoming.json(NotificationRequest.self)
    return try await .personal(encoding: service.retentionMessages.answer(request, in: app))
  }
}

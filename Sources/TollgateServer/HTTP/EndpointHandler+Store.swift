import Hummingbird
import TollgateWire

/// The requests of the App Store, whose signed bodies are their authentication.
extension EndpointHandler {
  /// Records a notification.
  func notification(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    let request = try incoming.json(NotificationRequest.self)
    return .personal(
      try JSON.bytes(try await service.notifications.receive(request, in: app)))
  }

  /// Answers what the App Store shows a customer who is about to cancel, in Apple's form.
  func retentionMessage(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    let request = try incoming.json(NotificationRequest.self)
    return .personal(
      try JSON.bytes(try await service.retentionMessages.answer(request, in: app)))
  }
}

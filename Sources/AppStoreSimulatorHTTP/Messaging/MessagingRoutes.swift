import HTTPTypes
import Hummingbird

extension ServerAPIRoutes {
  /// Registers handlers for the paths of the Retention Messaging API.
  func addMessaging() {
    on(.put, "v1/messaging/image/:image", answering: .ok, bodyLimit: RetentionImage.byteLimit) {
      try await MessagingEndpoints.uploadImage($1, $0.messaging)
    }
    on(.delete, "v1/messaging/image/:image", answering: .ok) {
      try await MessagingEndpoints.deleteImage($1, $0.messaging)
    }
    on(.get, "v1/messaging/image/list") { service, _ in
      await MessagingEndpoints.imageList(service.messaging)
    }
    on(.put, "v1/messaging/message/:message", answering: .ok) {
      try await MessagingEndpoints.uploadMessage($1, $0.messaging)
    }
    on(.delete, "v1/messaging/message/:message", answering: .ok) {
      try await MessagingEndpoints.deleteMessage($1, $0.messaging)
    }
    on(.get, "v1/messaging/message/list") { service, _ in
      await MessagingEndpoints.messageList(service.messaging)
    }
    on(.put, "v1/messaging/default/:product/:locale", answering: .ok) {
      try await MessagingEndpoints.setDefault($1, $0.messaging)
    }
    on(.get, "v1/messaging/default/:product/:locale") {
      try await MessagingEndpoints.getDefault($1, $0.messaging)
    }
    on(.delete, "v1/messaging/default/:product/:locale", answering: .ok) {
      try await MessagingEndpoints.deleteDefault($1, $0.messaging)
    }
    on(.put, "v1/messaging/realtime/url", answering: .ok) {
      try await MessagingEndpoints.setURL($1, $0.messaging)
    }
    on(.get, "v1/messaging/realtime/url") { service, _ in
      try await MessagingEndpoints.getURL(service.messaging)
    }
    on(.delete, "v1/messaging/realtime/url", answering: .ok) { service, _ in
      try await MessagingEndpoints.deleteURL(service.messaging)
    }
    on(.post, "v1/messaging/performanceTest") {
      try await PerformanceTestEndpoints.start($1, $0.messaging)
    }
    on(.get, "v1/messaging/performanceTest/result/:test") {
      try await PerformanceTestEndpoints.result($1, $0.messaging)
    }
  }
}

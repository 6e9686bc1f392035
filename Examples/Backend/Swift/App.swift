import AsyncHTTPClient
import Foundation
import Hummingbird
import Tollgate

// Serves chat-stream:
//
//   TOLLGATE_SECRET_KEY=$(tollgate keys create --app coach-paid --name backend) swift run ChatStream

@main
struct App {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let secretKey = environment["TOLLGATE_SECRET_KEY"] else {
      fatalError("Set TOLLGATE_SECRET_KEY to a key of `tollgate keys create`.")
    }
    let tollgate = TollgateBackend(
      address: environment["TOLLGATE_URL"] ?? "http://127.0.0.1:8080", app: "coach-paid",
      secretKey: secretKey, client: .shared)
    let chat = ChatStream(tollgate: tollgate) { message in
      // Stands in for a language model.
      AsyncStream { parts in
        for word in ["You", "said:"] + message.split(separator: " ").map(String.init) {
          parts.yield(word)
        }
        parts.finish()
      }
    }
    let router = Router()
    router.post("chat-stream") { request, _ in try await chat.respond(to: request) }
    let server = Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: environment["PORT"].flatMap { Int($0) } ?? 3000)),
      onServerRunning: { channel in
        print("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        fflush(nil)
      })
    try await server.runService()
  }
}

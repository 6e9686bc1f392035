import Foundation
import Tollgate
import TollgateClient
import TollgateMutex
import TollgateWire

/// A phone's network and server: the real ones, unless the visitor turns them off or slows them down.
final class SwitchableTransport: HTTPTransport {
  private struct State {
    var isOffline = false
    var server = ServerCondition.up
    /// What the app last proved its customer with.
    var authorization: String?
  }

  private let network: any HTTPTransport
  /// How long a slow server takes for each request.
  private let pause: @Sendable () async -> Void
  private let state = Mutex(State())

  init(_ network: any HTTPTransport, pause: @escaping @Sendable () async -> Void) {
    self.network = network
    self.pause = pause
  }

  var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  var server: ServerCondition {
    get { state.withLock { $0.server } }
    set { state.withLock { $0.server = newValue } }
  }

  /// Whether requests arrive.
  var reachesServer: Bool { state.withLock { !$0.isOffline && $0.server != .down } }

  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    let now = state.withLock { state in
      if let authorization = request.headers["authorization"] {
        state.authorization = authorization
      }
      return state
    }
    guard !now.isOffline else { throw URLError(.notConnectedToInternet) }
    switch now.server {
    case .up: break
    case .slow: await pause()
    case .down: throw URLError(.cannotConnectToHost)
    }
    return try await network.send(request)
  }

  /// Ends every session of the customer, as another device of theirs would.
  func endSessions(of app: Blueprint.App.ID) async {
    guard let authorization = state.withLock({ $0.authorization }) else { return }
    _ = try? await network.send(
      TransportRequest(
        method: "POST", path: Endpoint.signOutEverywhere.path(app: app),
        headers: ["authorization": authorization]))
  }
}

import Foundation
import TollgateClient
import TollgateMutex

/// A phone's network: the real one, unless the visitor turns it off.
final class SwitchableTransport: HTTPTransport {
  private let network: any HTTPTransport
  private let offline = Mutex(false)

  init(_ network: any HTTPTransport) { self.network = network }

  var isOffline: Bool {
    get { offline.withLock { $0 } }
    set { offline.withLock { $0 = newValue } }
  }

  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    guard !isOffline else { throw URLError(.notConnectedToInternet) }
    return try await network.send(request)
  }
}

import AppStoreSimulator
import AppStoreSimulatorHTTP
import Foundation
import Synchronization
import Tollgate
import TollgateAppStore

/// The simulated store's server, which records its requests and fails on request.
final class TestStoreAPI: ServerAPITransport {
  enum Fault: Sendable {
    case answers(Int, retryAfter: String? = nil)
    case isSilent
    /// The store does what is requested, and the answer is lost.
    case isLost
  }

  /// How past notifications are returned.
  enum History: Sendable {
    case whole
    /// None of them, so that only asking about purchases can find anything.
    case hidden
    /// With an unsigned notification added to every page.
    case spoilt
  }

  private struct State {
    var asked: [String] = []
    var history = History.whole
    var faults: [(part: String, fault: Fault, times: Int)] = []
    var interruptions: [(part: String, body: @Sendable () async throws -> Void)] = []
  }

  struct NoAnswer: Error {}

  private let inner: InProcessTransport
  private let state = Mutex(State())
  private let makeClient:
    @Sendable (any ServerAPITransport, SignedDataVerifier) throws -> AppStoreServerAPI

  /// Opens the server of a store for callers with a clock.
  init(_ store: AppStoreSimulator, clock: @escaping @Sendable () -> Instant) throws {
    let key = try StoreKey()
    let now: @Sendable () -> Instant = { Instant(milliseconds: clock().milliseconds) }
    inner = InProcessTransport(StoreService(store, key: key, callersClock: now))
    makeClient = { transport, verifier in
      AppStoreServerAPI(
        baseURL: InProcessTransport.baseURL, key: try key.client(), verifier: verifier,
        transport: transport, retries: ServerAPIRetries(limit: 0), now: now, sleep: { _ in })
    }
  }

  /// A client of it.
  func client(_ verifier: SignedDataVerifier) throws -> AppStoreServerAPI {
    try makeClient(self, verifier)
  }

  /// The requests since the last call: the last parts of the URL, and the body.
  func takeAsked() -> [String] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
  }

  /// Makes requests whose line contains a text fail.
  func fail(_ part: String, with fault: Fault, times: Int = 1) {
    state.withLock { $0.faults.append((part, fault, times)) }
  }

  /// Runs something once, between what the store does for a request whose line contains a text and its answer.
  func interrupt(_ part: String, _ body: @escaping @Sendable () async throws -> Void) {
    state.withLock { $0.interruptions.append((part, body)) }
  }

  /// Changes how past notifications are returned.
  func setHistory(_ history: History) { state.withLock { $0.history = history } }

  func send(_ request: ServerAPIRequest) async throws -> ServerAPIAnswer {
    let path = request.url.split(separator: "?")[0].split(separator: "/").suffix(2)
    let line =
      path.joined(separator: "/")
      + (request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? "")
    let fault = state.withLock { state -> Fault? in
      state.asked.append(line)
      guard
        let index = state.faults.firstIndex(where: { line.contains($0.part) && $0.times > 0 })
      else { return nil }
      state.faults[index].times -= 1
      return state.faults[index].fault
    }
    switch fault {
    case .answers(let status, let retryAfter)?:
      return ServerAPIAnswer(status: status, retryAfter: retryAfter)
    case .isSilent?: throw NoAnswer()
    case .isLost?:
      _ = try await inner.send(request)
      throw NoAnswer()
    case nil:
      let answer = try await inner.send(request)
      let interruption = state.withLock { state -> (@Sendable () async throws -> Void)? in
        guard let index = state.interruptions.firstIndex(where: { line.contains($0.part) })
        else { return nil }
        return state.interruptions.remove(at: index).body
      }
      try await interruption?()
      return line.hasPrefix("notifications/history") ? try retold(answer) : answer
    }
  }

  /// The past notifications in the form a test requests.
  private func retold(_ answer: ServerAPIAnswer) throws -> ServerAPIAnswer {
    guard answer.status == 200 else { return answer }
    var response = try JSONDecoder().decode(NotificationHistoryResponse.self, from: answer.body)
    switch state.withLock({ $0.history }) {
    case .whole: break
    case .hidden: response.notificationHistory = []
    case .spoilt: response.notificationHistory.insert(.init(signedPayload: "a.b.c"), at: 0)
    }
    return ServerAPIAnswer(status: answer.status, body: try JSONEncoder().encode(response))
  }
}

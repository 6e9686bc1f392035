import Foundation
import Synchronization
import TollgateClient
import TollgateTest
import TollgateWire

/// A phone's way to the router, with the faults a test asks for.
final class PhoneNetwork: HTTPTransport {
  enum Fault: Hashable, Sendable {
    /// There is no response until the transport times out.
    case timeOut
    /// The request never reaches the server.
    case loseRequest
    /// The server acts, and its response is lost.
    case loseAnswer
    /// An intermediary responds with a status.
    case status(Int)
    /// An intermediary responds with a problem.
    case problem(ProblemCode)
    /// The server acts, and a text in its response is replaced.
    case change(String, to: String)
    /// The server acts, and the response arrives broken.
    case breakAnswer
    /// The server acts, and the response arrives with another's signature.
    case forgeAnswer
  }

  struct Lost: Error {}

  private struct State {
    var isOnline = true
    var faults: [(path: String, fault: Fault)] = []
    var requests: [TransportRequest] = []
    var afterAnswer: (path: String, action: @Sendable () async -> Void)?
    var planned: [Int: Fault] = [:]
    var injected = 0
    var world: World
  }

  private let state: Mutex<State>

  init(_ world: World) { state = Mutex(State(world: world)) }

  /// Moves the phone to another server of the same world.
  func move(to world: World) { state.withLock { $0.world = world } }

  /// Removes all faults.
  func forget() { state.withLock { ($0.faults, $0.planned) = ([], [:]) } }

  /// Removes the faults of requests whose path ends this way.
  func forget(_ path: String) { state.withLock { $0.faults.removeAll { $0.path == path } } }

  /// The number of attempted requests.
  var count: Int { state.withLock { $0.requests.count } }

  /// The number of injected faults.
  var injected: Int { state.withLock { $0.injected } }

  /// Makes a request fail by its number, from 1.
  func fail(request number: Int, _ fault: Fault) { state.withLock { $0.planned[number] = fault } }

  var isOnline: Bool {
    get { state.withLock { $0.isOnline } }
    set { state.withLock { $0.isOnline = newValue } }
  }

  /// The attempted requests, such as "POST sign-in".
  var requests: [String] { state.withLock { $0.requests.map(Self.name) } }

  /// The customer token last sent.
  var token: String? {
    state.withLock { $0.requests.last { $0.headers["authorization"] != nil } }?
      .headers["authorization"]
  }

  /// The body of the last request whose path ends this way.
  func body(of path: String) -> Data? {
    state.withLock { $0.requests.last { $0.path.hasSuffix(path) } }?.body
  }

  /// Makes the next request whose path ends this way fail.
  func fail(_ path: String, _ fault: Fault, times: Int = 1) {
    state.withLock { state in
      for _ in 0..<times { state.faults.append((path, fault)) }
    }
  }

  /// Runs an action after the server has handled a request whose path ends this way, before the phone gets the
  /// response; once.
  func after(_ path: String, _ action: @escaping @Sendable () async -> Void) {
    state.withLock { $0.afterAnswer = (path, action) }
  }

  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    let (isOnline, fault, world) = state.withLock { state -> (Bool, Fault?, World) in
      state.requests.append(request)
      if let fault = state.planned[state.requests.count] {
        state.injected += 1
        return (state.isOnline, fault, state.world)
      }
      guard let index = state.faults.firstIndex(where: { request.path.hasSuffix($0.path) }) else {
        return (state.isOnline, nil, state.world)
      }
      state.injected += 1
      return (state.isOnline, state.faults.remove(at: index).fault, state.world)
    }
    if fault == .timeOut { world.pass(15_000) }
    guard isOnline, fault != .loseRequest, fault != .timeOut else { throw Lost() }
    if case .status(let status) = fault {
      return TransportAnswer(status: status, headers: status == 429 ? ["retry-after": "2"] : [:])
    }
    if case .problem(let code) = fault {
      return TransportAnswer(
        status: code.status, body: try JSONEncoder().encode(Problem(code, "Not now.")))
    }
    let answer = try await world.routed.send(request)
    let action = state.withLock { state -> (@Sendable () async -> Void)? in
      guard let after = state.afterAnswer, request.path.hasSuffix(after.path) else { return nil }
      state.afterAnswer = nil
      return after.action
    }
    await action?()
    switch fault {
    case .loseAnswer: throw Lost()
    case .breakAnswer: return TransportAnswer(status: answer.status, body: answer.body.dropLast())
    case .forgeAnswer:
      var headers = answer.headers
      headers["tollgate-signature"] = Data(repeating: 7, count: 64).base64EncodedString()
      return TransportAnswer(status: answer.status, headers: headers, body: answer.body)
    case .change(let text, let other):
      let body = String(decoding: answer.body, as: UTF8.self).replacing(text, with: other)
      return TransportAnswer(
        status: answer.status, headers: answer.headers, body: Data(body.utf8))
    case .timeOut, .loseRequest, .status, .problem, nil: return answer
    }
  }

  private static func name(_ request: TransportRequest) -> String {
    let path = request.path.split(separator: "/").dropFirst(3)
      .filter { $0 != "customers" && $0 != "me" }
    return "\(request.method) \(path.joined(separator: "/"))"
  }
}

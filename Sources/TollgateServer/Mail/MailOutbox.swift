import Tollgate
import TollgateMutex
import TollgateWire

/// Sends mail through the operator's hook, in the background.
///
/// What waits is in memory: a restart loses it, and the person requests another code.
final class MailOutbox: Sendable {
  /// How many mails may wait, those on their way included; further requests are refused as busy.
  static let waitingLimit = 1000
  /// How many mails are sent at the same time.
  static let sendLimit = 8
  /// The waits before a mail is retried.
  static let waits: [Duration] = [.seconds(1), .seconds(5), .seconds(20)]

  typealias Make = @Sendable () async throws(Problem) -> MailMessage?

  private struct State: Sendable {
    var waiting: [Make] = []
    var running = 0
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  private let hook: MailHook
  private let clock: @Sendable () -> Instant
  private let bytes: @Sendable (Int) -> [UInt8]
  private let state = Mutex(State())

  init(
    _ hook: MailHook, clock: @escaping @Sendable () -> Instant,
    bytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.hook = hook
    self.clock = clock
    self.bytes = bytes
  }

  /// Makes and sends a mail later.
  ///
  /// - Parameter make: Returns the mail, or nil if nothing is to be sent.
  /// - Throws: `Problem` with code `busy` if too many wait.
  func submit(_ make: @escaping Make) throws(Problem) {
    let starts = try state.withLock { (state) throws(Problem) -> Bool in
      guard state.waiting.count + state.running < Self.waitingLimit else {
        throw Problem(.busy, "Too many mails wait to be sent.")
      }
      state.waiting.append(make)
      guard state.running < Self.sendLimit else { return false }
      state.running += 1
      return true
    }
    if starts { Task { await run() } }
  }

  /// Returns once nothing waits and nothing is on its way.
  func finished() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        guard state.running > 0 else { return true }
        state.idle.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  private func run() async {
    while let make = next() {
      do {
        if let message = try await make() { try await send(message) }
      } catch {
        // The person can request another code; the error may contain the address.
      }
    }
  }

  private func next() -> Make? {
    let (make, idle) = state.withLock { state -> (Make?, [CheckedContinuation<Void, Never>]) in
      guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), []) }
      state.running -= 1
      guard state.running == 0 else { return (nil, []) }
      defer { state.idle = [] }
      return (nil, state.idle)
    }
    for waiter in idle { waiter.resume() }
    return make
  }

  private func send(_ message: MailMessage) async throws {
    let body = try JSON.bytes(message)
    let id = "msg_\(bytes(16).hexadecimal)"
    var waits = Self.waits[...]
    while true {
      if await isSent(body, id) { return }
      guard let wait = waits.popFirst() else {
        throw Problem(.internalError, "The mail hook does not accept mail.")
      }
      try await hook.sleep(wait)
    }
  }

  private func isSent(_ body: [UInt8], _ id: String) async -> Bool {
    let headers = hook.secrets.headers(of: body, id: id, at: clock())
    do {
      return (200..<300).contains(
        try await hook.transport.post(body, headers: headers, to: hook.url))
    } catch {
      return false
    }
  }
}

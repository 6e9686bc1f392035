import Dispatch
import Foundation
import TollgateMutex

/// The signals that ask the process to stop, SIGINT and SIGTERM, for a long task that then ends with what it has.
///
/// A second signal ends the process at once.
final class StopSignal {
  /// What the handlers share.
  private final class Received: Sendable {
    let number = Mutex<Int32?>(nil)

    /// Keeps the first signal.
    func note(_ signal: Int32) {
      let isFirst = number.withLock { number in
        defer { number = number ?? signal }
        return number == nil
      }
      if !isFirst { _exit(128 + signal) }
    }
  }

  private let received: Received
  private let sources: [any DispatchSourceSignal]

  /// Takes the signals from now on.
  init() {
    let received = Received()
    let registrations = DispatchGroup()
    sources = [SIGINT, SIGTERM].map { (number: Int32) -> any DispatchSourceSignal in
      #if canImport(Darwin)
        // There, a signal with its default action ends the process although a source waits for it.
        signal(number, SIG_IGN)
      #endif
      let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue.global())
      source.setEventHandler { received.note(number) }
      registrations.enter()
      source.setRegistrationHandler { registrations.leave() }
      source.activate()
      return source
    }
    self.received = received
    registrations.wait()
  }

  /// The signal that was received first; nil if none was.
  var number: Int32? { received.number.withLock { $0 } }
}

/// Ends the process at SIGINT and SIGTERM during a server's start, with status 0 as when a running server is stopped.
///
/// A container's first process ignores signals without a handler.
func endingAtSignals<Value>(_ start: () async throws -> Value) async rethrows -> Value {
  let numbers = [SIGINT, SIGTERM]
  let actions = numbers.map { signal($0) { _ in _exit(0) } }
  defer { for (number, action) in zip(numbers, actions) { signal(number, action) } }
  return try await start()
}

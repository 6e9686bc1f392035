import TollgateMutex

extension StoreSession {
  /// A task's choice of session.
  enum Binding: Sendable {
    case session(StoreSession)
    case nowhere
  }

  /// The task's session; nil leaves the choice to the process.
  @TaskLocal static var binding: Binding?

  private struct Reference {
    weak var session: StoreSession?
  }

  private static let open = Mutex<[Reference]>([])

  /// The session behind StoreKit's interface: the task's, or else the last one opened for the whole process; if it is
  /// nil, the store has no products.
  package static var current: StoreSession? {
    switch binding {
    case .session(let session): session
    case .nowhere: nil
    case nil: open.withLock { $0.last { $0.session != nil }?.session }
    }
  }

  /// The current session; throws ``StoreKitError``: `unknown` without one.
  static var required: StoreSession {
    get throws {
      guard let current else { throw StoreKitError.unknown }
      return current
    }
  }

  /// Opens the session for the whole process, for tasks without one of their own.
  package func open() {
    Self.open.withLock { open in
      open.removeAll { $0.session == nil || $0.session === self }
      open.append(Reference(session: self))
    }
  }

  /// Closes the session for the process, and ends its listeners.
  package func close() {
    Self.open.withLock { open in
      open.removeAll { $0.session == nil || $0.session === self }
    }
    endListening()
  }

  /// Runs code, and every task that it creates, with this session and no other.
  ///
  /// - Parameter isolation: The caller's isolation, in which the code runs.
  package func run<Answer>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    try await Self.$binding.withValue(.session(self), operation: body, isolation: isolation)
  }

  /// Runs synchronous code with this session.
  package func run<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    try Self.$binding.withValue(.session(self), operation: body)
  }

  /// Runs code as if there were no simulated store.
  ///
  /// - Parameter isolation: The caller's isolation, in which the code runs.
  package static func runWithout<Answer>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    try await $binding.withValue(.nowhere, operation: body, isolation: isolation)
  }
}

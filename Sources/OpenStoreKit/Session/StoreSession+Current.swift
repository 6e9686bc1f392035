import Synchronization

extension StoreSession {
  /// Where a task's answers come from.
  enum Binding: Sendable {
    case session(StoreSession)
    case nowhere
  }

  /// What the task was bound to; nil leaves it to the process.
  @TaskLocal static var binding: Binding?

  private struct Reference {
    weak var session: StoreSession?
  }

  private static let open = Mutex<[Reference]>([])

  /// The session that StoreKit's interface answers from: that of the task, else the last one opened to the
  /// whole process; nil when there is none, and then the store has no products.
  package static var current: StoreSession? {
    switch binding {
    case .session(let session): session
    case .nowhere: nil
    case nil: open.withLock { $0.last { $0.session != nil }?.session }
    }
  }

  /// Opens the session to the whole process, for tasks that have none of their own.
  package func open() {
    Self.open.withLock { open in
      open.removeAll { $0.session == nil || $0.session === self }
      open.append(Reference(session: self))
    }
  }

  /// Takes the session back from the process, and ends its listeners.
  package func close() {
    Self.open.withLock { open in
      open.removeAll { $0.session == nil || $0.session === self }
    }
    endListening()
  }

  /// Runs code, and every task that it makes, with this session and no other.
  ///
  /// - Parameters:
  ///   - isolation: Where the code runs: where the caller does.
  ///   - body: The code.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws.
  package func run<Answer>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    try await Self.$binding.withValue(.session(self), operation: body, isolation: isolation)
  }

  /// Runs code that waits for nothing with this session.
  ///
  /// - Parameter body: The code.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws.
  package func run<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    try Self.$binding.withValue(.session(self), operation: body)
  }

  /// Runs code as where there is no simulated store.
  ///
  /// - Parameters:
  ///   - isolation: Where the code runs: where the caller does.
  ///   - body: The code.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws.
  package static func runWithout<Answer>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    try await $binding.withValue(.nowhere, operation: body, isolation: isolation)
  }
}

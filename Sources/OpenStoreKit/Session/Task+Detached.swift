extension Task where Failure == Never {
  /// Runs code in a new unstructured task that keeps its creator's simulated store.
  ///
  /// The standard library's detached tasks lose it, and apps start their transaction listeners in them.
  @discardableResult
  public static func detached(
    name: String? = nil, priority: TaskPriority? = nil,
    operation: sending @escaping @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    let binding = StoreSession.binding
    return detached(name: name, executorPreference: nil, priority: priority) {
      await StoreSession.$binding.withValue(binding) { await operation() }
    }
  }
}

extension Task where Failure == any Error {
  /// Runs throwing code in a new unstructured task that keeps its creator's simulated store.
  @discardableResult
  public static func detached(
    name: String? = nil, priority: TaskPriority? = nil,
    operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    let binding = StoreSession.binding
    return detached(name: name, executorPreference: nil, priority: priority) {
      try await StoreSession.$binding.withValue(binding) { try await operation() }
    }
  }
}

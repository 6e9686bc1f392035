import Testing
import TollgateWire

/// How many of the requests 1, 2 and so on are allowed when all are sent at once.
func allowed<Answer>(
  of count: Int, _ request: @escaping @Sendable (_ number: Int) async throws -> Answer
) async -> Int {
  await withTaskGroup(of: Bool.self) { group in
    for number in 1...count {
      group.addTask { await isAllowed { try await request(number) } }
    }
    return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
  }
}

/// Whether a request is allowed rather than refused, repeated as clients do while it can be.
func isAllowed<Answer>(_ request: () async throws -> Answer) async -> Bool {
  for _ in 0..<500 {
    do {
      _ = try await request()
      return true
    } catch {
      guard let problem = error as? Problem, problem.isRetryable else { return false }
    }
  }
  Issue.record("nothing came of 500 attempts")
  return false
}

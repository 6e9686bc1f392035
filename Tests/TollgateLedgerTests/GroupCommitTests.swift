import Synchronization
import Testing

@testable import TollgateLedger

@Suite("A group commit")
struct GroupCommitTests {
  @Test("a group commit takes everything that waits, up to its limit, in the order it came")
  func groups() async throws {
    let gate = Gate()
    let groups = Mutex<[[Int]]>([])
    let commit = GroupCommit<Int, Int>(maximumGroup: 3, maximumWaiting: 100) { group in
      groups.withLock { $0.append(group) }
      await gate.pass()
      return group.map { .success($0 * 2) }
    }
    let answers = try await withThrowingTaskGroup(of: Int.self) { tasks in
      for number in 0..<8 {
        tasks.addTask { try await commit.submit(number) }
        await gate.wait(until: { groups.withLock { !$0.isEmpty } })
      }
      while commit.waitingCount < 7 { await Task.yield() }
      gate.open()
      return try await tasks.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(answers == [0, 2, 4, 6, 8, 10, 12, 14])
    let sizes = groups.withLock { $0.map(\.count) }
    #expect(sizes == [1, 3, 3, 1])
  }

  @Test("a group commit refuses one more than may wait, and takes writes again later")
  func overload() async throws {
    let gate = Gate()
    let commit = GroupCommit<Int, Int>(maximumGroup: 10, maximumWaiting: 2) { group in
      await gate.pass()
      return group.map { .success($0) }
    }
    try await withThrowingTaskGroup(of: Int.self) { tasks in
      tasks.addTask { try await commit.submit(1) }
      while !gate.isWaitedFor { await Task.yield() }
      tasks.addTask { try await commit.submit(2) }
      tasks.addTask { try await commit.submit(3) }
      while commit.waitingCount < 2 { await Task.yield() }
      let refused = try await code { try await commit.submit(4) }
      #expect(refused == .unavailable)
      gate.open()
      let sum = try await tasks.reduce(0, +)
      #expect(sum == 6)
    }
    #expect(try await commit.submit(5) == 5)
  }

  @Test("a group commit answers each caller with its own outcome")
  func outcomes() async throws {
    let commit = GroupCommit<Int, Int>(maximumGroup: 10, maximumWaiting: 10) { group in
      group.map { $0 == 1 ? .failure(.versionConflict) : .success($0) }
    }
    async let first = code { try await commit.submit(1) }
    async let second = commit.submit(2)
    #expect(try await first == .conflict)
    #expect(try await second == 2)
  }
}

/// Holds back every caller until it is opened.
private final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var isWaitedFor: Bool { state.withLock { !$0.waiting.isEmpty } }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait(until holds: () -> Bool) async {
    while !holds() { await Task.yield() }
  }
}

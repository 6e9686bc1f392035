import Synchronization
import Testing

@testable import TollgatePostgreSQL

/// Which host a connection is to, if it could be opened, and which were tried for it, in order.
private struct Opened: Hashable {
  let host: Int?
  let attempts: [Int]

  init(_ host: Int?, _ attempts: [Int]) {
    self.host = host
    self.attempts = attempts
  }
}

/// Hosts that take as long as a test says, on a clock that only they move.
private final class TestHosts: Sendable {
  /// How a host answers, and after which time.
  struct Answer: Sendable {
    var failure: PostgreSQLFailure?
    var after = Duration.zero

    static let opens = Answer()
    static let isStandby = Answer(failure: .cannotConnect, after: .milliseconds(20))
    static let isSilent = Answer(failure: .cannotConnect, after: .seconds(3))
  }

  private struct State {
    var answers: [Answer]
    var uptime = Duration.zero
    var attempts: [Int] = []
    var background: [@Sendable () async -> Void] = []
    var discarded: [Int] = []
  }

  private let state: Mutex<State>

  init(_ answers: Answer...) { state = Mutex(State(answers: answers)) }

  /// The memory of an address with these hosts.
  var memory: PostgreSQLHosts {
    PostgreSQLHosts(
      count: state.withLock { $0.answers.count }, uptime: { self.uptime },
      inBackground: { work in self.state.withLock { $0.background.append(work) } })
  }

  var uptime: Duration { state.withLock { $0.uptime } }
  /// The connections that were closed because nobody waited for them.
  var discarded: [Int] { state.withLock { $0.discarded } }
  /// How many attempts wait to be made in the background.
  var backgroundCount: Int { state.withLock { $0.background.count } }

  /// Changes how a host answers.
  func set(_ host: Int, _ answer: Answer) { state.withLock { $0.answers[host] = answer } }

  func open(_ memory: PostgreSQLHosts) async -> Opened {
    state.withLock { $0.attempts = [] }
    let connect: @Sendable (Int) async -> Result<Int, PostgreSQLFailure> = { host in
      let answer: Answer = self.state.withLock { state in
        let answer = state.answers[host]
        state.attempts.append(host)
        state.uptime += answer.after
        return answer
      }
      if let failure = answer.failure { return .failure(failure) }
      return .success(host)
    }
    let discard: @Sendable (Int) -> Void = { host in
      self.state.withLock { $0.discarded.append(host) }
    }
    let opened: Int?
    do throws(PostgreSQLFailure) {
      opened = try await memory.open(connect, discard: discard)
    } catch {
      opened = nil
    }
    return Opened(opened, state.withLock { $0.attempts })
  }

  /// Makes the attempts that nobody waits for.
  func runBackground() async {
    let work: [@Sendable () async -> Void] = state.withLock { state in
      defer { state.background = [] }
      return state.background
    }
    for one in work { await one() }
  }
}

@Suite("The hosts of a PostgreSQL address")
struct HostTests {
  @Test("a host that does not answer costs one connection of the process its time-out")
  func silent() async {
    let hosts = TestHosts(.isSilent, .opens, .isStandby)
    let memory = hosts.memory
    #expect(await hosts.open(memory) == Opened(1, [0, 1]))
    #expect(hosts.uptime == .seconds(3))
    for _ in 0..<3 { #expect(await hosts.open(memory) == Opened(1, [1])) }
    #expect(hosts.uptime == .seconds(3))
    #expect(hosts.backgroundCount == 0)
  }

  @Test("a host that refuses at once is tried again in the order of the address")
  func refused() async {
    let hosts = TestHosts(.isStandby, .opens)
    let memory = hosts.memory
    for _ in 0..<2 { #expect(await hosts.open(memory) == Opened(1, [0, 1])) }
    hosts.set(0, .opens)
    #expect(await hosts.open(memory) == Opened(0, [0]))
  }

  @Test("while no host is the primary, nobody waits for one that does not answer")
  func failover() async {
    let hosts = TestHosts(.isSilent, .isStandby, .isStandby)
    let memory = hosts.memory
    #expect(await hosts.open(memory) == Opened(nil, [0, 1, 2]))
    let start = hosts.uptime
    for _ in 0..<5 { #expect(await hosts.open(memory) == Opened(nil, [1, 2])) }
    #expect(hosts.uptime - start == .milliseconds(200))
    hosts.set(2, .opens)
    #expect(await hosts.open(memory) == Opened(2, [1, 2]))
  }

  @Test("a host that does not answer is asked by one attempt at a time, in the background")
  func asked() async {
    let hosts = TestHosts(.isSilent, .isStandby)
    let memory = hosts.memory
    for _ in 0..<5 { _ = await hosts.open(memory) }
    #expect(hosts.backgroundCount == 1)
    await hosts.runBackground()
    #expect(memory.isSilent(0))
    for _ in 0..<5 { _ = await hosts.open(memory) }
    #expect(hosts.backgroundCount == 1)
  }

  @Test("a host that answers again is tried like the others")
  func returned() async {
    let hosts = TestHosts(.isSilent, .isStandby)
    let memory = hosts.memory
    _ = await hosts.open(memory)
    hosts.set(0, .opens)
    #expect(await hosts.open(memory) == Opened(nil, [1]))
    await hosts.runBackground()
    #expect(hosts.discarded == [0])
    #expect(await hosts.open(memory) == Opened(0, [0]))
  }

  @Test(
    "if no host answers, all are asked in the background, and the first that returns is used")
  func allSilent() async {
    let hosts = TestHosts(.isSilent, .isSilent)
    let memory = hosts.memory
    #expect(await hosts.open(memory) == Opened(nil, [0, 1]))
    #expect(await hosts.open(memory) == Opened(nil, []))
    #expect(hosts.backgroundCount == 2)
    hosts.set(1, .opens)
    await hosts.runBackground()
    #expect(await hosts.open(memory) == Opened(1, [1]))
  }

  @Test("a host that stops answering on a connection is left by all others")
  func stopped() async {
    let hosts = TestHosts(.opens, .opens)
    let memory = hosts.memory
    #expect(await hosts.open(memory) == Opened(0, [0]))
    memory.fellSilent(0)
    #expect(memory.isSilent(0))
    #expect(await hosts.open(memory) == Opened(1, [1]))
  }

  @Test("the only host of an address is tried every time")
  func single() async {
    let hosts = TestHosts(.isSilent)
    let memory = hosts.memory
    for _ in 0..<2 { #expect(await hosts.open(memory) == Opened(nil, [0])) }
    memory.fellSilent(0)
    #expect(!memory.isSilent(0))
    #expect(hosts.backgroundCount == 0)
  }

  @Test("of several failures, the one that gives a reason is reported")
  func reason() async {
    let hosts = PostgreSQLHosts(count: 3, uptime: { .zero })
    let connect: @Sendable (Int) async -> Result<Int, PostgreSQLFailure> = { host in
      .failure(host == 1 ? .refused : .cannotConnect)
    }
    let failure = await #expect(throws: PostgreSQLFailure.self) {
      _ = try await hosts.open(connect, discard: { _ in })
    }
    #expect(failure == .refused)
  }
}

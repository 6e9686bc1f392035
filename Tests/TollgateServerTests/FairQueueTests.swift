import Testing

@testable import TollgateServer

@Suite("Turns in the queue of passwords")
struct FairQueueTests {
  private func origin(_ address: String, _ account: String = "a") throws -> FairQueue<Int>.Origin {
    .init(address: try #require(NetworkAddress(address)), account: account)
  }

  @Test("an address waits for one element of each other address, however many wait there")
  func addresses() throws {
    var queue = FairQueue<Int>(limit: 2000, addressLimit: 1000)
    for number in 1...1000 {
      _ = queue.append(number, from: try origin("203.0.113.9", "a\(number)"))
    }
    _ = queue.append(-1, from: try origin("198.51.100.1"))
    #expect(queue.next() == 1)
    #expect(queue.next() == -1)
    #expect(queue.next() == 2)
    #expect(queue.count == 998)
  }

  @Test("an account waits for one password of each other account of its address")
  func accounts() throws {
    var queue = FairQueue<Int>(limit: 100, addressLimit: 100)
    for number in 1...50 { _ = queue.append(number, from: try origin("203.0.113.9", "eve")) }
    _ = queue.append(-1, from: try origin("203.0.113.9", "ada"))
    #expect([queue.next(), queue.next(), queue.next()] == [1, -1, 2])
  }

  @Test("an address has a limit, and a full queue makes room for those with fewer")
  func bounds() throws {
    var queue = FairQueue<Int>(limit: 4, addressLimit: 3)
    for number in 1...3 { _ = queue.append(number, from: try origin("203.0.113.9")) }
    guard case .refused = queue.append(4, from: try origin("203.0.113.9")) else {
      Issue.record("the address has its limit")
      return
    }
    guard case .waiting = queue.append(5, from: try origin("198.51.100.1")) else {
      Issue.record("there is room")
      return
    }
    guard case .displacing(let displaced) = queue.append(6, from: try origin("198.51.100.2")) else {
      Issue.record("the address with the most makes room")
      return
    }
    #expect(displaced == 3)
    #expect(queue.count == 4)
    #expect((1...5).compactMap { _ in queue.next() } == [1, 5, 6, 2])
    #expect(queue.count == 0)
  }

  @Test("the addresses of one IPv6 subscriber take turns as one")
  func subscribers() throws {
    let first = try #require(NetworkAddress("2001:db8:1:2::1"))
    #expect(first.subscriber == NetworkAddress("2001:db8:1:2:ffff::9")?.subscriber)
    #expect(first.subscriber != NetworkAddress("2001:db8:1:3::1")?.subscriber)
    #expect(NetworkAddress("203.0.113.9")?.subscriber != NetworkAddress("203.0.113.8")?.subscriber)
    #expect(NetworkAddress("::ffff:203.0.113.9") == NetworkAddress("203.0.113.9:4711"))
    #expect(NetworkAddress("[2001:db8:1:2::1]:443") == first)
    #expect(NetworkAddress("unknown") == nil && NetworkAddress("") == nil)
  }

  @Test("a password is checked in turn while another address floods the queue")
  func hasher() async throws {
    let hasher = PasswordHasher(cost: .negligible) { Array(repeating: 0, count: $0) }
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let order = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      // Blocks the hasher's thread until all of them wait.
      let started = AsyncStream.makeStream(of: Void.self)
      let latch = Latch()
      let flood = try origin("203.0.113.9")
      group.addTask {
        try await hasher.perform(from: .init(address: .unknown, account: "latch")) {
          started.continuation.yield()
          latch.wait()
        }
      }
      for await _ in started.stream { break }
      for number in 1...1000 {
        group.addTask {
          do {
            try await hasher.perform(from: .init(address: flood.address, account: "a\(number)")) {
              order.add("flood")
            }
          } catch {
            open.yield()
          }
        }
      }
      // All but the address's share are refused at once.
      var refused = 0
      for await _ in gate {
        refused += 1
        if refused == 1000 - PasswordHasher.addressLimit { break }
      }
      let person = try #require(NetworkAddress("198.51.100.1"))
      group.addTask {
        try await hasher.perform(from: .init(address: person, account: "ada")) { order.add("ada") }
      }
      while hasher.waitingCount <= PasswordHasher.addressLimit { await Task.yield() }
      latch.open()
      try await group.waitForAll()
    }
    #expect(order.names.prefix(2) == ["flood", "ada"])
    #expect(order.names.count == PasswordHasher.addressLimit + 1)
  }
}

import Hummingbird
import Synchronization
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("A server whose ledger a newer version has migrated")
struct SchemaWatchTests {
  @Test(
    "EX-16 a server whose ledger a newer version has migrated is unready, refuses writes as retryable and stops with the reason within seconds"
  )
  func stops() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let phone = try await server.phone()
    let rounds = Mutex(0)
    let watch = SchemaWatch(server.service) { wait in
      #expect(wait == SchemaWatch.interval)
      server.advance(milliseconds: wait.milliseconds)
      if rounds.withLock({
        $0 += 1
        return $0
      }) == 3 {
        ledger.fail(with: .newerSchema)
      }
    }
    let error = await #expect(throws: LedgerError.self) { try await watch.run() }
    #expect(error?.code == .newerSchema)
    #expect(error?.message.contains("Start the newer version here.") == true)
    #expect(rounds.withLock { $0 } == 3)
    let ready = try await server.exchange(.ready)
    #expect(ready.status == 503)
    #expect(ready.body.contains(#""code":"newerSchema""#))
    let refused = try await server.exchange(.use("custom-drill"), token: phone.token, key: "k")
    #expect(refused.status == 503)
    #expect(refused.headers["Retry-After"] == "1")
  }

  @Test(
    "EX-16 a server whose ledger a newer version has migrated stops if the ledger was moved to another place"
  )
  func moved() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let watch = SchemaWatch(server.service) { wait in
      server.advance(milliseconds: wait.milliseconds)
      ledger.fail(with: .moved)
    }
    let error = await #expect(throws: LedgerError.self) { try await watch.run() }
    #expect(error?.code == .moved)
  }

  @Test("any other failure of the ledger does not stop it")
  func staysUp() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let codes: [LedgerError.Code?] = [.unavailable, .full, .readOnly, .replaced, nil]
    let rounds = Mutex(0)
    let watch = SchemaWatch(server.service) { wait in
      server.advance(milliseconds: wait.milliseconds)
      let round = rounds.withLock {
        $0 += 1
        return $0
      }
      guard round <= codes.count else { throw CancellationError() }
      ledger.fail(with: codes[round - 1])
    }
    try await watch.run()
    #expect(rounds.withLock { $0 } == codes.count + 1)
  }

  @Test(
    "EX-16 a server whose ledger a newer version has migrated ends as a process with the reason, once it listens no more"
  )
  func process() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let (ports, running) = AsyncStream.makeStream(of: Int.self)
    let application = buildServer(
      server.service, configuration: ServerConfiguration(port: 0), logger: quietLogger
    ) { running.yield($0) }
    let watch = SchemaWatch(server.service) { _ in
      // It listens before the ledger is migrated.
      for await _ in ports { break }
      ledger.fail(with: .newerSchema)
    }
    let error = await #expect(throws: LedgerError.self) {
      try await runListening(application, ServerConfiguration(port: 0), watch: watch)
    }
    #expect(error?.code == .newerSchema)
  }
}

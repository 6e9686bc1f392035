import Foundation
import Testing
import Tollgate
import TollgateMutex
import TollgateServer
import TollgateWire

@testable import TollgateCommand

@Suite("Rows that are imported at the same time")
struct ImportQueueTests {
  private static func row(_ user: String, _ purchase: String) -> ImportQueue.Work {
    .purchase(
      ImportedPurchase(
        of: ImportedPerson(user: user),
        purchase: PurchaseID(StoreTransaction.OriginalID(purchase)), product: "pro"))
  }

  private static func user(_ work: ImportQueue.Work) -> String {
    switch work {
    case .purchase(let purchase): purchase.person.user
    case .person(let person): person.user
    }
  }

  private static func report() -> ImportReport { ImportReport(of: "f", mistakesIn: "f.mistakes") }

  /// Imports rows, and returns the report.
  private static func imported(
    _ rows: [ImportQueue.Work], width: Int = ImportQueue.width,
    _ record: @escaping ImportQueue.Record
  ) async throws -> ImportReport {
    var queue = ImportQueue(width: width, record)
    var report = Self.report()
    try await withThrowingTaskGroup(of: ImportQueue.Finished.self) { group in
      for row in rows { try await queue.add(row, to: &group, &report) }
      try await queue.finish(&group, &report)
    }
    return report
  }

  @Test(
    "EX-7 rows of a name or a purchase are imported in their order, others at the same time",
    .timeLimit(.minutes(1)))
  func order() async throws {
    let ended = Mutex<[String]>([])
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let upper = "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"
    let rows = [
      Self.row("ada", "1"), Self.row("bob", "2"), Self.row("ada", "3"), Self.row("cleo", "3"),
      Self.row(upper, "4"), Self.row(upper.lowercased(), "5"),
    ]
    let report = try await Self.imported(rows) { work throws(Problem) in
      // The first row waits for the second.
      switch Self.user(work) {
      case "ada": for await _ in begun { break }
      case "bob": begin.finish()
      default: break
      }
      ended.withLock { $0.append(Self.user(work)) }
      return .granted
    }
    #expect(report.rows == rows.count)
    let order = ended.withLock { $0 }
    #expect(order.filter { ["ada", "cleo"].contains($0) } == ["ada", "ada", "cleo"])
    #expect(order.filter { $0.lowercased() == upper.lowercased() } == [upper, upper.lowercased()])
  }

  @Test("EX-7 a row whose customer another one merges at the same time is imported again, alone")
  func overtaken() async throws {
    let state = Mutex((tries: 0, running: 0, isAlone: false))
    let report = try await Self.imported(["ada", "bob", "cleo"].map { Self.row($0, $0) }) {
      work throws(Problem) in
      let isOvertaken = state.withLock { state in
        state.running += 1
        guard Self.user(work) == "bob" else { return false }
        state.tries += 1
        state.isAlone = state.running == 1
        return state.tries == 1
      }
      await Task.yield()
      state.withLock { $0.running -= 1 }
      if isOvertaken { throw Problem(.busy, "The customer was merged.") }
      return .granted
    }
    #expect(report.rows == 3)
    let (tries, _, isAlone) = state.withLock { $0 }
    #expect(tries == 2)
    #expect(isAlone)
    // The store's limit of requests ends an import that asks about one purchase at a time.
    await #expect(throws: Problem.self) {
      _ = try await Self.imported([Self.row("ada", "1")], width: 1) { _ throws(Problem) in
        throw Problem(.busy, "The App Store answers no more requests now.")
      }
    }
  }

  @Test("EX-7 an import that ends early counts the rows that were being imported")
  func stopped() async throws {
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    var queue = ImportQueue(width: ImportQueue.width) { work throws(Problem) in
      guard Self.user(work) == "ada" else { throw Problem(.ledgerUnavailable, "The disk is full.") }
      for await _ in released { break }
      return .granted
    }
    var report = Self.report()
    try await withThrowingTaskGroup(of: ImportQueue.Finished.self) { group in
      for user in ["ada", "bob"] {
        try await queue.add(Self.row(user, user), to: &group, &report)
      }
      do {
        try await queue.finish(&group, &report)
        Issue.record("a row failed")
      } catch let problem as Problem {
        #expect(problem.code == .ledgerUnavailable)
      }
      #expect(report.rows == 0)
      release.finish()
      await queue.stop(&group, &report)
    }
    #expect(report.rows == 1)
  }

  @Test("EX-7 rows whose names turn out to be one customer's are imported at the same time")
  func oneCustomer() throws {
    let folder = try TemporaryFolder()
    let people = 0..<100
    let anonymous = "$RCAnonymousID:"
    var file = "app_user_id,alias,original_transaction_id,product_id,expires_at\n"
    func add(_ user: String, _ alias: String, _ purchase: Int) {
      file += "\(user),\(alias),\(purchase),strikelab.pro.monthly,2099-01-01\n"
    }
    for person in people { add("\(anonymous)a\(person)", "\(anonymous)b\(person)", 1000 + person) }
    for person in people {
      add("ann\(person)", "\(anonymous)a\(person)", 2000 + person)
      add("\(anonymous)b\(person)", "", 3000 + person)
    }
    try file.write(
      to: folder.url.appendingPathComponent("c.csv"), atomically: true, encoding: .utf8)
    let blueprint = Command.root.appendingPathComponent("Blueprints/strikelab.yml").path
    let command = try Command(
      ["import", "c.csv", blueprint, "--from", "csv", "--create"], in: folder.url)
    #expect(command.status == 0, "\(command.errors)")
    #expect(
      command.output.hasSuffix(
        "300 rows, 0 not understood\n300 granted until the App Store confirms them\n"))
  }
}

import Foundation
import Testing
import Tollgate

@testable import TollgateClient

@Suite("The outbox's journal")
struct OutboxJournalTests {
  private typealias Fixture = MachineFixture

  /// Three reports: the first was changed, and the second was delivered.
  private static let records: [OutboxJournal.Record] = {
    var changed = Fixture.write("1")
    changed.isHeld = true
    return [
      .put(Fixture.write("1")), .put(Fixture.write("2", .purchase(Fixture.purchase()))),
      .put(changed), .put(Fixture.write("3", Fixture.use(isAllowed: true))), .remove("2"),
    ]
  }()

  private static func writes(after count: Int) -> [PendingWrite] {
    var writes: [PendingWrite] = []
    for record in records.prefix(count) {
      switch record {
      case .put(let write):
        if let index = writes.firstIndex(where: { $0.key == write.key }) {
          writes[index] = write
        } else {
          writes.append(write)
        }
      case .remove(let key): writes.removeAll { $0.key == key }
      }
    }
    return writes
  }

  @Test("a record is a line break, the format, a checksum and JSON, byte for byte")
  func bytes() throws {
    let milestone = PendingWrite(
      key: "k", customer: "cus_1", report: .milestone("m"), at: Instant(milliseconds: 7))
    let put = try OutboxJournal.data(.put(milestone))
    #expect(
      String(decoding: put, as: UTF8.self) == """

        1 9628db3b {"put":{"at":7,"customer":"cus_1","hasWaited":false,"isAnonymous":false,"isHeld":false,\
        "key":"k","report":{"milestone":{"_0":"m"}}}}
        """)
    #expect(
      String(decoding: try OutboxJournal.data(.remove("k")), as: UTF8.self)
        == "\n1 3c041cef {\"remove\":\"k\"}")
    #expect(try OutboxJournal.data([milestone]) == put)
    #expect(Checksum.crc32("123456789".utf8) == 0xCBF4_3926)
  }

  @Test(
    "an outbox's journal that is cut after any byte has every record before, and what follows the cut is read"
  )
  func cuts() throws {
    let lines = try Self.records.map { try OutboxJournal.data($0) }
    let whole = lines.reduce(Data(), +)
    let next = try OutboxJournal.data(.put(Fixture.write("next")))
    for length in 0...whole.count {
      var ends = 0
      let complete = lines.prefix { line in
        ends += line.count
        return ends <= length
      }.count
      let kept = Self.writes(after: complete)
      let cut = OutboxJournal(whole.prefix(length))
      #expect(cut.writes == kept, "cut after byte \(length)")
      #expect(cut.notices.isEmpty, "cut after byte \(length)")
      #expect(OutboxJournal(whole.prefix(length) + next).writes == kept + [Fixture.write("next")])
    }
    #expect(OutboxJournal(whole).isClean)
    #expect(OutboxJournal(whole).records == Self.records.count)
  }

  @Test("a damaged byte costs at most its own record, with a notice")
  func damage() throws {
    let lines = try (1...3).map {
      try OutboxJournal.data(.put(Fixture.write(Idempotency.Key("\($0)"))))
    }
    let whole = lines.reduce(Data(), +)
    for position in 1..<lines[0].count {
      var damaged = whole
      damaged[position] ^= 1
      let journal = OutboxJournal(damaged)
      #expect(journal.writes.suffix(2).map(\.key) == ["2", "3"], "byte \(position)")
      #expect(!journal.isClean && journal.records == 2, "byte \(position)")
      #expect(!journal.notices.isEmpty, "byte \(position)")
    }
  }

  @Test("records of a newer format are left out with a notice, and so is anything else")
  func newer() throws {
    let json = try OutboxJournal.data(.put(Fixture.write("1"))).dropFirst(2)
    let known = try OutboxJournal.data(.put(Fixture.write("2")))
    #expect(OutboxJournal(Data("\n3".utf8) + json + known).writes.map(\.key) == ["2"])
    #expect(
      OutboxJournal(Data("\n3".utf8) + json + known).notices
        == [ClientError(.cacheOfOtherVersion)])
    for text in ["nonsense", "1 0 x\n1", "{\"version\":1", "1 00000000 {}\nx"] {
      #expect(OutboxJournal(Data(text.utf8)).notices.first == ClientError(.cacheCorrupt), "\(text)")
    }
  }
}

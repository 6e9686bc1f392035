import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Merges by operators")
struct OperatorMergeTests {
  @Test(
    "EX-13 an anonymous customer is merged once after a preview of both, however often the request is repeated"
  )
  func merge() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    let phone = try await server.phone(device: "phone")
    let _: GrantResponse = try await support.send(
      "/operator/customers/\(phone.id)/grants", key: "k",
      #"{"entitlement":"pro","reason":"A gift"}"#)
    let path = "/operator/customers/\(account.id)/merges"
    func body(_ other: Customer.ID, _ more: String = "") -> String {
      #"{"customer":"\#(other)","reason":"One person"\#(more)}"#
    }

    let count = try await server.entries().count
    let preview: CustomerChangeResponse = try await support.send(
      path, body(phone.id, #","isPreview":true"#))
    #expect(preview.isPreview)
    #expect(preview.customers.map(\.customer) == [account.id, phone.id])
    #expect(preview.customers.map(\.before.entitlements) == [[], ["pro"]])
    #expect(preview.customers.map(\.after.entitlements) == [["pro"], ["pro"]])
    #expect(try await server.entries().count == count)
    #expect(try await account.membership().entitlements.isEmpty)

    let ada = try await AdminBrowser(server, .support)
    let page = try await ada.post(
      "/customers/\(account.id)",
      ["change": "merge", "subject": "\(phone.id)", "reason": "One person"])
    #expect(page.text.contains("Entitlements none pro"))

    let done: CustomerChangeResponse = try await support.send(path, body(phone.id))
    #expect(!done.isPreview)
    #expect(done.customers == preview.customers)
    #expect(try await account.membership().entitlements == ["pro"])
    let life: CustomerLife = try await support.read("/operator/customers/\(phone.id)")
    #expect(life.id == account.id)
    #expect(life.merged == [phone.id])
    let repeated: CustomerChangeResponse = try await support.send(path, body(phone.id))
    #expect(repeated.customers.isEmpty)
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(action: .customerMerged), in: server.app)
    #expect(audit.map(\.customer) == [account.id])
    #expect(audit.map(\.subject) == ["\(phone.id)"])
    #expect(audit.map(\.reason) == ["One person"])
  }

  @Test(
    "before a merge, only the customer's own facts are known; the history has the merge, with who made it and why"
  )
  func before() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    let ada = try await AdminBrowser(server, .support)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    let phone = try await server.phone(device: "phone")
    let gift = ["change": "grant", "subject": "pro", "reason": "A gift"]
    #expect(try await ada.confirm("/customers/\(phone.id)", gift).status == 303)
    server.advance(Period(1, .day))
    let between = server.now
    server.advance(Period(1, .day))
    let merge = ["change": "merge", "subject": "\(phone.id)", "reason": "One person"]
    let path = "/customers/\(account.id)"
    #expect(try await ada.confirm(path, merge).status == 303)
    let merged = server.now
    server.advance(Period(1, .day))

    let past: CustomerLife = try await support.read(
      "/operator/customers/\(account.id)?at=\(between.milliseconds)")
    #expect(past.merged.isEmpty)
    #expect(past.membership.entitlements.isEmpty)
    #expect(past.facts.allSatisfy { $0.customer == account.id })
    let then: CustomerLife = try await support.read(
      "/operator/customers/\(account.id)?at=\(merged.milliseconds)")
    #expect(then.merged == [phone.id])
    #expect(then.membership.entitlements == ["pro"])

    let page = try await ada.get(path)
    #expect(
      page.text.contains(
        "\(phone.id) was merged into this customer. ada@example.com: One person"), "\(page.text)")
    let earlier = try await ada.get("\(path)?at=\(between.milliseconds)")
    #expect(!earlier.text.contains("\(phone.id)"))
    // The gift was known of this customer from the merge on.
    #expect(page.body.contains("href=\"/admin/\(server.app)\(path)?at=\(merged.milliseconds)\""))
    let redirect = try await ada.get("/customers/\(phone.id)?at=\(between.milliseconds)")
    #expect(redirect.headers["location"]?.hasSuffix("?at=\(between.milliseconds)") == true)
  }

  @Test("a customer who was merged into one that was merged in turn is known since the last merge")
  func inTurn() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    let account = try await server.phone(device: "laptop")
    let phone = try await server.phone(device: "phone")
    let tablet = try await server.phone(device: "tablet")
    for (customer, other) in [(phone, tablet), (account, phone)] {
      server.advance(Period(1, .day))
      let _: CustomerChangeResponse = try await support.send(
        "/operator/customers/\(customer.id)/merges",
        #"{"customer":"\#(other.id)","reason":"One person"}"#)
    }
    let merged = server.now
    server.advance(Period(1, .day))
    let known: [(Instant, [Customer.ID])] = [
      (merged.adding(milliseconds: -1), []), (merged, [phone.id, tablet.id].sorted()),
    ]
    for (at, expected) in known {
      let life: CustomerLife = try await support.read(
        "/operator/customers/\(account.id)?at=\(at.milliseconds)")
      #expect(life.merged.sorted() == expected)
    }
  }

  @Test("facts merged by a sign-in are not known before the last of them")
  func signIn() async throws {
    let server = try await TestServer("coach-free")
    let support = try await TestOperator(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    server.advance(Period(1, .day))
    var phone = try await server.phone(device: "phone")
    let anonymous = phone.id
    let between = server.now
    server.advance(Period(1, .day))
    try await phone.reach("memory-moment")
    try await phone.signIn("ada@example.com")
    let past: CustomerLife = try await support.read(
      "/operator/customers/\(account.id)?at=\(between.milliseconds)")
    #expect(past.merged.isEmpty)
    #expect(past.facts.allSatisfy { $0.customer == account.id })
    let ada = try await AdminBrowser(server, .support)
    #expect(
      try await ada.get("/customers/\(account.id)").text.contains(
        "\(anonymous) was merged into this customer, at this time or later."))
  }

  @Test("the answer to a merge is what was merged, even if somebody wrote just before")
  func overtaken() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let support = try await TestOperator(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    let phone = try await server.phone(device: "phone")
    let record = try #require(try await ledger.record(of: phone.id, in: server.app))
    let write = LedgerWrite(
      app: server.app, customer: phone.id, expectedVersion: record.version,
      facts: [.grant(Grant(id: "gift", entitlements: ["pro"], startsAt: server.now, endsAt: nil))],
      at: server.now)
    ledger.beforeMerge { _ = try? await ledger.append(write) }
    let done: CustomerChangeResponse = try await support.send(
      "/operator/customers/\(account.id)/merges",
      #"{"customer":"\#(phone.id)","reason":"One person"}"#)
    #expect(done.customers.map(\.customer) == [account.id, phone.id])
    #expect(done.customers.map(\.before.entitlements) == [[], ["pro"]])
    #expect(done.customers.map(\.after.entitlements) == [["pro"], ["pro"]])
  }

  @Test("what others use in a shared trial is in the preview of a merge and in its answer")
  func sharedTrial() async throws {
    let server = try await TestServer(
      "coach-paid", configuration: .sandbox(identifiers: .numbered())
    ) {
      $0.purchases = Blueprint.PurchaseRules(transfer: .share)
    }
    var phones: [TestPhone] = []
    for number in 1...2 {
      var phone = try await server.phone(device: Device.ID("phone-\(number)"), account: "family")
      try await phone.signUp("person-\(number)@example.com")
      try await phone.reach("discovery-complete")
      phones.append(phone)
    }
    try await phones[0].buy("coach.premium.monthly")
    try await phones[1].restore()
    for key in ["1", "2", "3"] { try await phones[0].use("send-message", key: key) }
    let other = try await server.phone(device: "phone-3")
    let support = try await TestOperator(server)
    let path = "/operator/customers/\(phones[1].id)/merges"
    let body = #"{"customer":"\#(other.id)","reason":"One person"}"#
    let preview: CustomerChangeResponse = try await support.send(
      path, body.replacing("}", with: #","isPreview":true}"#))
    #expect(preview.customers.map(\.customer) == [phones[1].id, other.id])
    #expect(preview.customers.map(\.before.trial?.used) == [3, nil])
    #expect(preview.customers.map(\.after.trial?.used) == [3, 3])
    let done: CustomerChangeResponse = try await support.send(path, body)
    #expect(done.customers == preview.customers)
    #expect(try await phones[1].membership().trial?.used == 3)
  }

  @Test("a customer with an account, an unknown one and the customer itself are not merged")
  func refusals() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    var other = try await server.phone(device: "phone")
    try await other.signUp("eve@example.com")
    let path = "/operator/customers/\(account.id)/merges"
    let rows: [(body: String, code: ProblemCode)] = [
      (#"{"customer":"\#(other.id)","reason":"One person"}"#, .invalidValue),
      (#"{"customer":"\#(account.id)","reason":"One person"}"#, .invalidValue),
      (#"{"customer":"nobody","reason":"One person"}"#, .unknownCustomer),
      (#"{"customer":"\#(other.id)","reason":"no"}"#, .invalidValue),
      ("{}", .invalidJSON),
    ]
    for row in rows {
      let exchange = try await support.exchange(path, .post, body: row.body)
      #expect(exchange.code == row.code, "\(row.body)")
    }
    let life: CustomerLife = try await support.read("/operator/customers/\(account.id)")
    #expect(life.merged.isEmpty)
  }

  @Test("a merge brings the purchase with its trial and uses, and the phone has to sign in")
  func purchases() async throws {
    let server = try await TestServer(
      "coach-paid", configuration: .sandbox(identifiers: .numbered()))
    let support = try await TestOperator(server)
    let phone = try await server.phone(device: "phone")
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    let purchase = try #require(try await phone.membership().trial?.purchase)
    for key in ["1", "2"] { try await phone.use("send-message", key: key) }
    let start = server.now
    server.advance(Period(1, .day))
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    let body = #"{"customer":"\#(phone.id)","reason":"One person"}"#
    let done: CustomerChangeResponse = try await support.send(
      "/operator/customers/\(account.id)/merges", body)
    #expect(done.customers.map(\.customer) == [account.id, phone.id])
    #expect(done.customers.map(\.before.phase) == [.onboarding, .trial])
    #expect(done.customers.map(\.after.phase) == [.trial, .trial])
    let membership = try await account.membership()
    #expect(membership.entitlements == ["premium"])
    #expect(membership.trial?.purchase == purchase)
    #expect(membership.trial?.used == 2)
    #expect(membership.trial?.activatedAt == start)
    #expect(try await server.ledger.owner(of: .purchase(purchase), in: server.app) == account.id)
    await #expect {
      try await phone.snapshot()
    } throws: {
      ($0 as? Problem)?.code == .customerMerged
    }
    try await account.use("send-message", key: "3")
    #expect(try await account.membership().trial?.used == 3)
  }

  @Test("neither a purchase that nobody has posted is merged, nor a name that stands for another")
  func names() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    let placeholder = try await server.unposted()
    let (first, second, third) = (
      try await server.phone(device: "a"), try await server.phone(device: "b"),
      try await server.phone(device: "c")
    )
    let _: CustomerChangeResponse = try await support.send(
      "/operator/customers/\(first.id)/merges",
      #"{"customer":"\#(second.id)","reason":"One person"}"#)
    let count = try await server.entries().count
    let rows: [(into: Customer.ID, other: Customer.ID, text: String)] = [
      (first.id, placeholder, "This is a purchase that nobody has posted, not a customer."),
      (placeholder, third.id, "This is a purchase that nobody has posted, not a customer."),
      (third.id, second.id, "That customer was merged into \(first.id); use that id."),
    ]
    for row in rows {
      for more in ["", #","isPreview":true"#] {
        let refused = try await support.exchange(
          "/operator/customers/\(row.into)/merges", .post,
          body: #"{"customer":"\#(row.other)","reason":"One person"\#(more)}"#)
        #expect(refused.code == .invalidValue, "\(row.other) into \(row.into)")
        #expect(refused.body.contains(row.text), "\(row.other) into \(row.into)")
      }
    }
    #expect(try await server.entries().count == count)
    let life: CustomerLife = try await support.read("/operator/customers/\(second.id)")
    #expect(life.id == first.id)
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(action: .customerMerged), in: server.app)
    #expect(audit.map(\.subject) == ["\(second.id)"])
  }
}

extension TestServer {
  /// Records a purchase that nobody has posted, and returns the name it is stored under.
  func unposted() async throws -> Customer.ID {
    let purchase = PurchaseID("2000000123")
    let transaction = StoreTransaction(
      id: "2000000123", originalID: "2000000123", product: "techniq.pro.monthly", group: "plans",
      purchasedAt: now, expiresAt: now.adding(Period(1, .month)), signedAt: now)
    _ = try await ledger.append(
      LedgerWrite(
        app: app, customer: .placeholder(for: purchase), expectedVersion: 0,
        facts: [.transaction(transaction)], at: now, claims: [.purchase(purchase)]))
    return .placeholder(for: purchase)
  }
}

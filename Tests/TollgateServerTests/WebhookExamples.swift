import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateSimulation
import TollgateWire

@testable import TollgateServer

/// Customers' lives that give every type of event, always with the same ids, transactions and times.
enum WebhookExamples {
  /// A life, and what happens to a purchase that another account presents.
  private typealias Life = (
    policy: TransferPolicy, live: @Sendable (TestServer) async throws -> Void
  )

  /// Each begins on a server of its own, at the same instant.
  private static let lives: [Life] = [
    (.keepWithOwner, trialAndGrant), (.keepWithOwner, subscription), (.keepWithOwner, billingIssue),
    (.keepWithOwner, seats), (.keepWithOwner, refund), (.keepWithOwner, family),
    (.transfer, secondAccount), (.share, secondAccount), (.keepWithOwner, guardian),
    (.keepWithOwner, answer), (.keepWithOwner, team), (.keepWithOwner, nudge),
  ]

  /// What a receiver gets: the body of the first event of each type.
  static func bodies() async throws -> [String: String] {
    var bodies: [String: String] = [:]
    for life in lives {
      let server = try await server(life.policy)
      let receiver = TestReceiver()
      let job = try server.webhooks(to: receiver)
      await server.deliver(job)
      try await life.live(server)
      await server.deliver(job)
      for event in receiver.events where bodies[event.type] == nil {
        bodies[event.type] = event.body
      }
    }
    let server = try await server(.keepWithOwner)
    let receiver = TestReceiver()
    let deliveries = WebhookDeliveries(server.ledger, of: server.app)
    #expect(await deliveries.test(try receiver.destination(), at: server.now))
    for event in receiver.events { bodies[event.type] = event.body }
    return bodies
  }

  // MARK: - Lives

  private static let monthly = "coach.monthly"
  private static let lifetime = "coach.lifetime"

  /// A trial that support changes, and a grant.
  @Sendable private static func trialAndGrant(_ server: TestServer) async throws {
    let phone = try await customer(of: server)
    server.advance(Period(1, .hour))
    try await phone.reach("memory-moment")
    server.advance(Period(23, .hour))
    let support = try await TestOperator(server)
    let path = "/operator/customers/\(phone.id)"
    for (number, action) in [#""extend","days":2"#, #""pause""#, #""resume""#, #""reset""#]
      .enumerated()
    {
      let _: TrialChangeResponse = try await support.send(
        "\(path)/trials/trial/changes", key: "change-\(number)",
        #"{"action":\#(action),"reason":"An outage"}"#)
      server.advance(Period(1, .day))
    }
    let grant: GrantResponse = try await support.send(
      "\(path)/grants", key: "example",
      #"{"entitlement":"premium","lasts":"P7D","reason":"A gift"}"#)
    server.advance(Period(1, .day))
    let _: GrantResponse = try await support.send(
      "\(path)/grants/\(grant.id)/revocation", #"{"reason":"A mistake"}"#)
  }

  /// A subscription that is canceled, resumed, renewed and upgraded.
  @Sendable private static func subscription(_ server: TestServer) async throws {
    let phone = try await customer(of: server)
    server.advance(Period(1, .minute))
    try await phone.buy(monthly)
    try await server.deliverNotifications()
    server.advance(Period(1, .day))
    server.store.cancel(phone.account)
    try await server.deliverNotifications()
    server.advance(Period(1, .day))
    server.store.resume(phone.account)
    try await server.deliverNotifications()
    server.advance(Period(30, .day))
    try await server.deliverNotifications()
    server.advance(Period(1, .day))
    try await phone.buy("coach.yearly")
  }

  /// A renewal that cannot be charged.
  @Sendable private static func billingIssue(_ server: TestServer) async throws {
    let phone = try await customer(of: server)
    server.advance(Period(1, .minute))
    try await phone.buy(monthly)
    try await server.deliverNotifications()
    server.store.setBillingFailing(true, for: phone.account)
    server.advance(Period(31, .day))
    try await server.deliverNotifications()
  }

  /// Three seats, and five in the same month, which are two more.
  @Sendable private static func seats(_ server: TestServer) async throws {
    let phone = try await customer(of: server)
    server.advance(Period(1, .minute))
    for count in [3, 5] {
      let result = server.store.purchase(
        monthly, by: phone.account, options: PurchaseOptions(quantity: count))
      guard case .success(let bought) = result else {
        Issue.record("the store did not sell \(count) seats")
        return
      }
      try await phone.post(bought)
      server.advance(Period(1, .day))
    }
  }

  /// A refund, and its reversal.
  @Sendable private static func refund(_ server: TestServer) async throws {
    let phone = try await customer(of: server)
    server.advance(Period(1, .minute))
    let bought = try phone.purchase(lifetime)
    try await phone.post(bought)
    server.advance(Period(1, .day))
    server.store.refund(bought.payload.transactionId)
    try await server.deliverNotifications()
    server.advance(Period(1, .day))
    server.store.reverseRefund(bought.payload.transactionId)
    try await server.deliverNotifications()
  }

  /// What a family member bought, and no longer shares.
  @Sendable private static func family(_ server: TestServer) async throws {
    let phone = try await customer(of: server)
    server.advance(Period(1, .minute))
    server.store.purchase(lifetime, by: "grandmother")
    server.store.share("grandmother", with: phone.account)
    try await phone.post(try #require(server.store.transactions(of: phone.account).first))
    // The server is not notified of the grandmother's own purchase, which nobody posts.
    let last = try #require(server.store.notifications().last).sequence
    server.advance(Period(1, .day))
    server.store.stopSharing("grandmother", with: phone.account)
    try await server.deliverNotifications(after: last)
  }

  /// A purchase that a second account presents.
  @Sendable private static func secondAccount(_ server: TestServer) async throws {
    let owner = try await customer(of: server)
    server.advance(Period(1, .minute))
    let bought = try owner.purchase(monthly)
    try await owner.post(bought)
    let other = try await customer(of: server, on: "tablet", "ben@example.com")
    server.advance(Period(1, .day))
    try await other.post(bought)
  }

  /// An age that a child's device reports, and a parent who withdraws consent and gives it again.
  @Sendable private static func guardian(_ server: TestServer) async throws {
    let phone = try await customer(of: server)
    server.advance(Period(1, .minute))
    let download = try server.store.chain.sign(
      server.store.appTransaction(of: phone.account, version: "1", downloaded: server.now))
    let _: ChangeResponse = try await server.send(
      .setAttributes, token: phone.token,
      json: AttributesRequest(
        [:], device: [.ageRange: "13-15 guardianDeclared"], signedAppTransaction: download))
    server.advance(Period(1, .day))
    server.store.rescindConsent(of: phone.account)
    try await server.deliverNotifications()
    server.advance(Period(1, .day))
    let backend = try await TestBackend(server)
    let _: ChangeResponse = try await backend.send(
      .setAttributes, for: phone.id, json: AttributesRequest([:], consent: .given))
  }

  /// A customer who says why they leave.
  @Sendable private static func answer(_ server: TestServer) async throws {
    let phone = try await customer(of: server)
    server.advance(Period(1, .minute))
    let _: ChangeResponse = try await server.send(
      .setAttributes, token: phone.token, json: AttributesRequest(["leaving": "price"]))
  }

  /// A subscriber who invites somebody to the family, and removes them a day after they joined.
  @Sendable private static func team(_ server: TestServer) async throws {
    let owner = try await customer(of: server)
    server.advance(Period(1, .minute))
    try await owner.buy(monthly)
    let app = try server.service.app(server.app)
    let authenticator = server.service.authenticator
    // A code of its own, so that the page shows the same seat whatever else is random.
    let teams = Teams(
      accounts: server.service.accounts, writer: server.service.reports.writer,
      identifiers: IdentifierSource(
        customer: { "" }, account: { "" }, bytes: { [UInt8](repeating: 7, count: $0) }))
    let invitation = try await teams.invite(
      to: "family", InvitationRequest(name: "Ben"),
      by: try await authenticator.authenticate(owner.token, in: app), key: "example"
    ).response()
    let member = try await customer(of: server, on: "tablet", "ben@example.com")
    server.advance(Period(1, .day))
    let _: SeatResponse = try await server.send(
      .join, token: member.token, json: JoinRequest(code: invitation.code))
    server.advance(Period(1, .day))
    let _: SeatResponse = try await server.send(
      .endSeat(invitation.seat.id), token: owner.token)
  }

  /// A trial that ends, and a nudge three days later.
  @Sendable private static func nudge(_ server: TestServer) async throws {
    _ = try await customer(of: server)
    let job = NudgeJob(quietly: server.service)
    for _ in 0..<(24 * 10) {
      server.advance(Period(1, .hour))
      _ = await job.runOnce()
    }
  }

  // MARK: - The server

  private static func customer(
    of server: TestServer, on device: Device.ID = "phone", _ email: String = "ada@example.com"
  ) async throws -> TestPhone {
    var phone = try await server.phone(device: device)
    try await phone.signUp(email)
    return phone
  }

  /// Coach for production, with a nudge by webhook, and a prompt for which devices report an age and their copy of the app.
  private static func server(_ policy: TransferPolicy) async throws -> TestServer {
    let file = try BlueprintFile.load(path: TestServer.path(of: "coach-free.yml"))
    var definition = file.blueprint.definition
    definition.app = Blueprint.App(
      id: "coach", name: "Coach", bundleID: definition.app.bundleID)
    definition.purchases = Blueprint.PurchaseRules(transfer: policy)
    definition.attributes.append(Attribute(id: "leaving", kind: .text(["price", "unused"])))
    definition.teams = [Team(id: "family", shares: ["premium"], sizes: [Team.Size(seats: 4)])]
    definition.nudges = [
      Nudge(
        id: "come-back", moment: .after(.trialEnd, Period(3, .day)), delivery: .webhook,
        when: Condition(phases: [.trialExpired]), text: "nudge.come-back")
    ]
    definition.prompts.append(
      Prompt(
        id: "ask-at-home", shape: .card, placement: "home",
        when: Condition(
          audience: Audience(ageRange: AgeRangeTest(lessThan: 16), consents: [.withdrawn])),
        icon: "star", text: "nudge.come-back"))
    definition.texts.append(
      LocalizedText(
        id: "nudge.come-back",
        wordings: ["en": .init("Shall we go on?"), "de": .init("Wollen wir weitermachen?")]))
    return try await TestServer(
      try Blueprint(definition), selling: products, from: try #require(TestServer.start),
      configuration: SimulatedBackend.Configuration(
        identifiers: identifiers(), keySets: TestKeySets(), environments: [.production],
        appAppleID: 42),
      storeEnvironment: .production)
  }

  private static let products = StoreKitConfiguration(
    products: [
      .init(
        productID: lifetime, type: .nonConsumable, price: Milliunits(149_000),
        isFamilyShareable: true)
    ],
    subscriptionGroups: [
      .init(
        id: "plans",
        subscriptions: [
          .init(
            productID: "coach.yearly", groupID: "plans", level: 1, period: Period(1, .year),
            price: Milliunits(59_990)),
          .init(
            productID: monthly, groupID: "plans", level: 2, period: Period(1, .month),
            price: Milliunits(9990)),
        ])
    ])

  /// Numbered customers, such as `cus_1`, and accounts, such as `acc_1`.
  private static func identifiers() -> IdentifierSource {
    let counted = IdentifierSource.counting()
    return IdentifierSource(
      customer: { Customer.ID(counted.customer().rawValue.replacing("customer-", with: "cus_")) },
      account: { Account.ID(counted.account().rawValue.replacing("account-", with: "acc_")) },
      bytes: counted.bytes)
  }
}

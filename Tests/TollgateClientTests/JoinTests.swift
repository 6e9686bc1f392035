import AppStoreSimulator
import TestSupport
import Testing
import Tollgate
import TollgateClient
import TollgateServer

/// Events around a purchase by a person who is not signed in yet, in some order.
private struct JoinStory: Sendable, CustomStringConvertible {
  enum Event: CaseIterable {
    case buy, signIn, post, notify
  }

  let order: [Event]
  let signInFault: PhoneNetwork.Fault?
  let postFault: PhoneNetwork.Fault?
  let hasAccount: Bool
  /// Whether the store signs the buyer's identifier.
  let isSignedFor: Bool

  var description: String {
    "\(order), sign-in \(signInFault.map { "\($0)" } ?? "works"), post "
      + "\(postFault.map { "\($0)" } ?? "works"), \(hasAccount ? "account" : "new account"), "
      + "\(isSignedFor ? "signed for the buyer" : "signed for nobody")"
  }

  /// Every order in which the purchase comes before its delivery and its notification.
  static var orders: [[Event]] {
    permutations(of: Event.allCases).filter { order in
      order.first { $0 != .signIn } == .buy
    }
  }

  private static func permutations(of events: [Event]) -> [[Event]] {
    guard let last = events.last else { return [[]] }
    return permutations(of: events.dropLast()).flatMap { shorter in
      (0...shorter.count).map { place in
        var longer = shorter
        longer.insert(last, at: place)
        return longer
      }
    }
  }

  /// Every possible failure, for new accounts and old ones, with purchases signed for the buyer and without a buyer.
  static func all(in order: [Event]) -> [JoinStory] {
    let faults: [PhoneNetwork.Fault?] = [nil, .loseAnswer, .status(500)]
    var stories: [JoinStory] = []
    for signIn in faults {
      for post in faults {
        for kind in 0..<4 {
          stories.append(
            JoinStory(
              order: order, signInFault: signIn, postFault: post, hasAccount: kind & 1 > 0,
              isSignedFor: kind & 2 > 0))
        }
      }
    }
    return stories
  }
}

@MainActor
@Suite("Anonymous first, then signed in")
struct JoinTests {
  private static let email = "ada@example.com"
  private static let password = "correct horse"

  @Test(
    "SL-5 Pain 6: a purchase is carried over in every order of events, whichever responses are lost",
    arguments: JoinStory.orders.sampled(2))
  fileprivate func everyOrder(order: [JoinStory.Event]) async throws {
    let stories = JoinStory.all(in: order)
    #expect(JoinStory.orders.count * stories.count == 288)
    for story in stories {
      let names = story.isSignedFor ? IdentifierSource.random : .counting()
      try await World.of("strikelab", identifiers: names) { try await live(story, in: $0) }
    }
  }

  private func live(_ story: JoinStory, in world: World) async throws {
    if story.hasAccount {
      let old = Phone(world, "old", account: "nobody")
      try await old.client.signUp(email: Self.email, password: Self.password)
    }
    let phone = Phone(world)
    await phone.client.launch()
    for event in story.order {
      switch event {
      case .buy: await buy(phone)
      case .signIn: await signIn(phone, story)
      case .post: await post(phone, story.postFault)
      case .notify: try await world.deliverNotifications()
      }
    }
    await phone.client.deliverPending()
    try await check(phone, story, in: world)
    // Repeating the rest adds nothing.
    for _ in 1...2 {
      await phone.client.deliverPending()
      try await world.deliverNotifications()
      #expect(await phone.client.restorePurchases() == .restored)
    }
    try await check(phone, story, in: world)
  }

  private func buy(_ phone: Phone) async {
    phone.network.isOnline = false
    let outcome = await phone.client.purchase("strikelab.pro.monthly")
    #expect(outcome == .pending(.notConfirmed))
    phone.network.isOnline = true
  }

  /// Signs in, retrying until it succeeds; only the given order decides when the purchase is posted.
  private func signIn(_ phone: Phone, _ story: JoinStory) async {
    phone.network.fail("/transactions", .loseRequest, times: 10)
    if let fault = story.signInFault {
      phone.network.fail(story.hasAccount ? "/sign-in" : "/sign-up", fault)
    }
    for _ in 1...3 where phone.client.account == nil {
      do throws(ClientError) {
        if story.hasAccount {
          try await phone.client.signIn(email: Self.email, password: Self.password)
        } else {
          try await phone.client.signUp(email: Self.email, password: Self.password)
        }
      } catch {
        #expect(error.isRetryable, "\(story): \(error)")
      }
    }
    phone.network.forget("/transactions")
  }

  private func post(_ phone: Phone, _ fault: PhoneNetwork.Fault?) async {
    if let fault { phone.network.fail("/transactions", fault) }
    for _ in 1...2 { await phone.client.deliverPending() }
  }

  private func check(_ phone: Phone, _ story: JoinStory, in world: World) async throws {
    let client = phone.client
    try await client.refresh()
    #expect(client.account != nil, "\(story)")
    #expect(client.phase == .subscribed && client.entitlement("pro").isActive, "\(story)")
    #expect(client.pendingCount == 0, "\(story)")
    #expect(client.notices.isEmpty, "\(story): \(client.notices)")
    #expect(
      world.store.unfinishedTransactions(of: phone.store.account).isEmpty, "\(story): unfinished")
    let recorded = try await world.facts(of: client.customer).storeTransactions
    #expect(recorded.count == 1, "\(story)")
  }
}

import BlueprintFile
import Testing
import Tollgate

private let start = Instant(milliseconds: 1_772_355_600_000)
private let day: Int64 = 86_400_000

private func membership(
  _ blueprint: Blueprint, _ facts: [Fact] = [], day days: Int64 = 0
) -> Membership {
  Membership(of: Customer(facts), in: blueprint, at: start.adding(milliseconds: days * day))
}

private func subscribed(to product: Product.ID) -> Fact {
  .transaction(
    StoreTransaction(
      id: "1", originalID: "1", product: product, purchasedAt: start,
      expiresAt: start.adding(milliseconds: 30 * day), signedAt: start))
}

@Suite("The five apps' blueprints")
struct AppTests {
  @Test("each loads without a mistake", arguments: apps)
  func loads(app: String) throws {
    let file = try BlueprintFile.load(path: path(of: app))
    #expect(file.blueprint.app.id.rawValue == app)
    #expect(file.storekit == "\(app).storekit")
  }

  @Test(
    "each knows its bundle",
    arguments: zip(
      apps, ["coach", "coach.free", "grobro", "strikelab", "techniq"].map { "com.example.\($0)" }))
  func bundles(app: String, bundle: String) throws {
    #expect(try blueprint(app).app.bundleID == bundle)
  }

  @Test("every icon and every line of every text is there", arguments: apps)
  func lines(app: String) throws {
    let blueprint = try blueprint(app)
    for text in blueprint.definition.texts {
      for language in text.wordings.keys {
        let line = membership(blueprint).text(text.id, in: language)
        #expect(line?.isEmpty == false, "\(text.id) in \(language)")
      }
    }
    for paywall in blueprint.definition.paywalls {
      #expect(!paywall.benefits.isEmpty)
      #expect(paywall.benefits.allSatisfy { !$0.icon.isEmpty })
    }
  }

  @Test("CF-9 the paywall waits for the memory moment, not for a bare timer")
  func memoryMoment() throws {
    let blueprint = try blueprint("coach-free")
    let signedUp = blueprint.signUp(Customer(), account: "ada", at: start, history: []).facts
    let landed = Fact.milestone(
      MilestoneReached(milestone: "memory-moment", at: start.adding(milliseconds: 2 * day)))
    #expect(membership(blueprint, signedUp, day: 2).paywall(at: "after-memory") == nil)
    #expect(membership(blueprint, signedUp, day: 8).paywall(at: "after-memory") == nil)
    #expect(
      membership(blueprint, signedUp + [landed], day: 2).paywall(at: "after-memory") == "plans")
    #expect(
      membership(blueprint, signedUp + [landed, subscribed(to: "coach.monthly")], day: 3)
        .paywall(at: "after-memory") == nil)
  }

  @Test(
    "CF-2 the banner counts days rightly in both languages",
    arguments: [
      (0, "en", "Your free trial has 7 days left — enjoy exploring!"),
      (5, "en", "Your free trial has 2 days left — enjoy exploring!"),
      (6, "en", "Your free trial has 1 day left — enjoy exploring!"),
      (0, "de", "Du hast noch 7 Tage zum Ausprobieren — viel Freude dabei!"),
      (6, "de", "Du hast noch 1 Tag zum Ausprobieren — viel Freude dabei!"),
    ])
  func banner(days: Int64, language: String, line: String) throws {
    let blueprint = try blueprint("coach-free")
    let facts = blueprint.signUp(Customer(), account: "ada", at: start, history: []).facts
    let membership = membership(blueprint, facts, day: days)
    #expect(membership.prompts == ["trial-banner"])
    #expect(membership.text("trial-banner", in: language) == line)
  }

  @Test("GB-1 every Pro feature is a benefit with an icon, best first, and says what is gained")
  func benefits() throws {
    let blueprint = try blueprint("grobro")
    let paywall = try #require(blueprint.paywall("upgrade"))
    let titles = paywall.benefits.compactMap { membership(blueprint).text($0.title) }
    #expect(
      titles == [
        "Track unlimited plants", "See what makes them grow",
        "Get reminders that know the season", "Take your garden anywhere",
      ])
    #expect(paywall.benefits.map(\.icon) == ["infinity", "chart", "bell", "export"])
    let locked = blueprint.definition.features.filter {
      $0.rules.contains { $0.when.entitled == ["pro"] }
    }
    #expect(locked.compactMap(\.pitch?.title) == paywall.benefits.map(\.title))
  }

  @Test("GB-2 price, billing period and free trial come from the store's product, none is typed")
  func prices() throws {
    let blueprint = try blueprint("grobro")
    let yearly = try #require(blueprint.product("grobro.pro.yearly"))
    #expect(yearly.period == Period(1, .year))
    #expect(yearly.price == Money(milliunits: 29_990, currency: "USD"))
    #expect(yearly.introductoryOffer?.payment == .freeTrial)
    #expect(yearly.introductoryOffer?.period == Period(1, .week))
    let package = try #require(blueprint.paywall("upgrade")?.packages.first)
    #expect(package.product == "grobro.pro.yearly")
    let typed = blueprint.definition.texts.flatMap { $0.wordings.values.flatMap(\.forms.values) }
      .filter { line in
        line.contains { $0.isNumber || "$€£¥".contains($0) }
          || ["trial", " free", " per "].contains { line.lowercased().contains($0) }
      }
    #expect(typed == [])
  }

  @Test(
    "SL-9 the table decides the screen",
    arguments: [
      (Route.Session.none, false, false, false, "onboarding", String?.none),
      (.none, true, false, false, "login", nil),
      (.none, true, false, true, "login", nil),
      (.signedIn, true, false, true, "app", nil),
      (.signedIn, true, false, false, "login", "subscribe"),
      (.signedIn, true, true, false, "app", nil),
      (.signedIn, false, false, true, "app", nil),
    ])
  func routes(
    session: Route.Session, hasSeenOnboarding: Bool, hasJustSubscribed: Bool,
    isSubscribed: Bool, screen: String, paywall: String?
  ) throws {
    let blueprint = try blueprint("strikelab")
    let facts = isSubscribed ? [subscribed(to: "strikelab.pro.monthly")] : []
    let route = membership(blueprint, facts).route(
      Route.Context(
        session: session, hasSeenOnboarding: hasSeenOnboarding,
        hasJustSubscribed: hasJustSubscribed))
    #expect(route?.screen == screen)
    #expect(route?.paywall?.rawValue == paywall)
  }

  @Test("a profile has a user, nine skill levels, nine categories and today's tracker")
  func profile() throws {
    let profile = try blueprint("strikelab").definition.profile
    #expect(profile.map(\.name) == ["users", "skillLevels", "categories", "trackers"])
    #expect(profile.map { Set($0.rows).count } == [1, 9, 9, 1])
  }

  @Test("TQ-3 seven features, each with its own title, icon and sentence on the paywall")
  func pitches() throws {
    let blueprint = try blueprint("techniq")
    let benefits = try #require(blueprint.paywall("pro")?.benefits)
    let names: [Feature.ID] = [
      "training-plan", "custom-drill", "quick-drill", "daily-coaching", "recommendations",
      "video-picks", "weekly-adaptation",
    ]
    let pitches = names.compactMap { blueprint.feature($0)?.pitch }
    #expect(benefits.map(\.title) == pitches.map(\.title))
    #expect(Set(benefits.map(\.icon)).count == 7)
    #expect(Set(benefits.compactMap { membership(blueprint).text($0.title) }).count == 7)
    #expect(
      Set(benefits.compactMap { $0.detail.flatMap { membership(blueprint).text($0) } }).count == 7)
  }
}

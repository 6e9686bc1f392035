import Foundation
import Testing
import Tollgate
import TollgateBlueprints

private let start = Instant(milliseconds: 1_772_355_600_000)
private let day: Int64 = 86_400_000

private func membership(
  _ blueprint: Blueprint, _ facts: [Fact] = [], day days: Int64 = 0
) -> Membership {
  Membership(of: Customer(facts), in: blueprint, at: start.adding(milliseconds: days * day))
}

private func subscribed(to product: CatalogProduct.ID) -> Fact {
  .transaction(
    StoreTransaction(
      id: "1", originalID: "1", product: product, purchasedAt: start,
      expiresAt: start.adding(milliseconds: 30 * day), signedAt: start))
}

/// A customer who has signed nothing yet, on a device: a trial of sign-up waits for one.
private let phone = Fact.device(DeviceUse(device: "phone", origin: "me", at: start))
private let onPhone = Customer([phone])

@Suite("The five apps' blueprints")
struct AppTests {
  @Test("each loads without a mistake", arguments: apps)
  func loads(app: String) throws {
    let file = try BlueprintFile.load(path: path(of: app))
    #expect(file.blueprint.app.id.rawValue == app)
    #expect(file.storekit == "\(app).storekit")
  }

  @Test(
    "a sixth, written from the documentation alone, takes fewer than 180 lines in six languages")
  func sixth() throws {
    let file = try BlueprintFile.load(path: path(of: "glow"))
    #expect(file.diagnostics.map(\.description) == [])
    #expect(file.parts.count == 5)
    let lines = try (["glow.yml"] + file.parts).map {
      try String(
        contentsOf: repository.appendingPathComponent("Blueprints/\($0)"), encoding: .utf8
      ).split(separator: "\n", omittingEmptySubsequences: false).count - 1
    }
    #expect(lines.reduce(0, +) < 180)
    let languages = ["ar", "de", "en", "es", "fr", "ja"]
    for text in file.blueprint.definition.texts where text.wordings.count > 1 {
      #expect(text.wordings.keys.sorted() == languages, "\(text.id)")
    }
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
    let signedUp = blueprint.signUp(onPhone, account: "ada", at: start, history: []).facts + [phone]
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
    let facts = blueprint.signUp(onPhone, account: "ada", at: start, history: []).facts + [phone]
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
    "SL-2 a profile's rows and their first values are the blueprint's",
    arguments: [
      ("users", ["user"], ["stance": "orthodox"], false),
      ("user_levels", skills, ["level": 1, "xp": 0], false),
      ("category_progress", skills, ["level": 1, "xp": 0], false),
      ("daily_tracker", ["today"], ["workout_count": 0], true),
    ] as [(String, [String], [String: ProfileValue], Bool)])
  func profile(name: String, rows: [String], values: [String: ProfileValue], isDaily: Bool) throws {
    let profile = try blueprint("strikelab").definition.profile
    #expect(profile.map(\.name) == ["users", "user_levels", "category_progress", "daily_tracker"])
    #expect(
      profile.first { $0.name == name }
        == Blueprint.ProfileTable(name: name, rows: rows, values: values, isDaily: isDaily))
  }

  static let skills = [
    "punches", "kicks", "elbows", "knees", "footwork", "clinch", "defensive", "sweeps", "feints",
  ]

  @Test("TQ-3 seven features, each with its own title, icon and sentence on the paywall, as worded")
  func pitches() throws {
    let blueprint = try blueprint("techniq")
    let benefits = try #require(blueprint.paywall("pro")?.benefits)
    let said = benefits.map { benefit in
      [benefit.title, benefit.detail].compactMap { $0.flatMap { membership(blueprint).text($0) } }
    }
    #expect(
      said == [
        ["AI Training Plans", "Unlimited personal training plans, made for you."],
        ["Custom AI Drills", "Drills made for your level."],
        ["Quick AI Drills", "Drills from a quick description, ready when you are."],
        ["Daily AI Coaching", "Daily tips, and the areas to focus on."],
        ["Smart Recommendations", "Drills recommended from your training."],
        ["YouTube AI Picks", "Curated videos for your needs."],
        ["Plan Adaptation", "A plan that adapts to your week."],
      ])
    #expect(Set(benefits.map(\.icon)).count == 7)
    let gated = blueprint.definition.features.compactMap(\.pitch)
    #expect(gated.map(\.title) == benefits.map(\.title))
    #expect(gated.map(\.icon) == benefits.map(\.icon))
  }

  @Test("TQ-9 each blueprint names its terms of use and its privacy policy", arguments: apps)
  func legal(app: String) throws {
    let legal = try #require(try blueprint(app).definition.legal)
    #expect(legal.terms == "https://example.com/terms")
    #expect(legal.privacy == "https://example.com/privacy")
  }
}

import Testing
import Tollgate

@Suite("Conditions on the purchase of the app itself")
struct AppDownloadTests {
  private static let start = Fixture.start

  private static func blueprint(_ audience: Audience) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [
        Feature(
          id: "lift",
          rules: [
            Feature.Rule(when: Condition(audience: audience), allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ])
      ]
    }
  }

  private static func version(_ text: String) throws -> AppVersion {
    try #require(AppVersion(build: text))
  }

  private static func isAllowed(_ downloads: [AppDownload], _ blueprint: Blueprint) -> Bool {
    Customer(downloads.map { .download($0) }).membership(blueprint, start)
      .access(to: "lift").isAllowed
  }

  private static func download(
    _ version: String?, _ platform: AppDownload.Platform? = .iOS,
    in environment: StoreEnvironment = .production, days: Int = -400
  ) -> AppDownload {
    AppDownload(
      environment: environment, platform: platform, version: version, at: start.days(days))
  }

  @Test("RA-4 a version counts on its own platform, number by number, and in production alone")
  func versions() throws {
    let blueprint = Self.blueprint(
      Audience(
        boughtApp: .beforeVersion([
          .iOS: try Self.version("238"), .macOS: try Self.version("2.10"),
        ])))
    let early = [
      Self.download("237"), Self.download("99.9"), Self.download("237.9.9"),
      Self.download("2.9", .macOS), Self.download("2.9b3", .macOS), Self.download("1", nil),
    ]
    for download in early { #expect(Self.isAllowed([download], blueprint), "\(download)") }
    let late = [
      Self.download("238"), Self.download("238.0"), Self.download("20240115123000"),
      Self.download("2.10", .macOS), Self.download("100", .macOS), Self.download("1", .visionOS),
      Self.download("3", nil), Self.download(nil), Self.download("beta"),
      Self.download("1.0", in: .sandbox), Self.download("1", in: .xcode),
    ]
    for download in late { #expect(!Self.isAllowed([download], blueprint), "\(download)") }
    #expect(!Self.isAllowed([], blueprint))
    #expect(Self.isAllowed(late + [Self.download("237", days: -500)], blueprint))
  }

  @Test("RA-4 a date counts to the millisecond, whatever the version and the platform")
  func dates() {
    let end = Self.start.days(-30)
    let blueprint = Self.blueprint(Audience(boughtApp: .before(end)))
    func download(_ milliseconds: Int64, _ environment: StoreEnvironment) -> AppDownload {
      AppDownload(environment: environment, at: end.adding(milliseconds: milliseconds))
    }
    #expect(Self.isAllowed([download(-1, .production)], blueprint))
    #expect(!Self.isAllowed([download(0, .production)], blueprint))
    #expect(!Self.isAllowed([download(-1, .sandbox), download(-1, .xcode)], blueprint))
  }

  @Test(
    "RA-4 a customer without a download of the app is not an early buyer, and no exclusion keeps them out"
  )
  func unknown() {
    let early = Audience(boughtApp: .before(Self.start))
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [
        Feature(
          id: "lift",
          rules: [
            Feature.Rule(
              when: Condition(not: [Condition(audience: early)]), allowance: .unlimited)
          ])
      ]
    }
    #expect(Self.isAllowed([], blueprint))
    #expect(!Self.isAllowed([Self.download("1")], blueprint))
  }

  @Test("RA-4 of several downloads on one platform the earliest counts, in any order")
  func earliest() {
    let downloads = [
      Self.download("7", days: -300), Self.download("9", days: -100),
      Self.download(nil, days: -300), Self.download("6", days: -300),
      Self.download("2.0", .macOS, days: -200), Self.download("1.0", in: .sandbox, days: -900),
    ]
    for offset in downloads.indices {
      let order = downloads[offset...] + downloads[..<offset]
      let customer = Customer(order.map { .download($0) })
      #expect(
        customer.appDownloads == [
          Self.download("1.0", in: .sandbox, days: -900), Self.download("6", days: -300),
          Self.download("2.0", .macOS, days: -200),
        ])
      #expect(Customer(customer.facts) == customer)
      var merged = Customer(downloads.prefix(offset).map { .download($0) })
      merged.join(Customer(downloads.suffix(from: offset).map { .download($0) }))
      #expect(merged == customer)
    }
  }

  @Test("RA-5 the environment is that of any copy of the app that the store signed")
  func environments() {
    let blueprint = Self.blueprint(Audience(environments: [.sandbox, .xcode]))
    #expect(!Self.isAllowed([], blueprint))
    #expect(!Self.isAllowed([Self.download("1")], blueprint))
    #expect(Self.isAllowed([Self.download("1.0", in: .sandbox)], blueprint))
    #expect(Self.isAllowed([Self.download("1"), Self.download("1", in: .xcode)], blueprint))
  }

  @Test("RA-4 a download is recorded once, and only if a condition tests it")
  func recorded() {
    let blueprint = Self.blueprint(Audience(boughtApp: .before(Self.start)))
    let download = Self.download("7")
    var customer = Customer()
    #expect(blueprint.testsDownload)
    #expect(blueprint.record(download, for: customer) == [.download(download)])
    customer.join(.download(download))
    #expect(blueprint.record(download, for: customer) == [])
    #expect(blueprint.record(Self.download("8", days: -1), for: customer) == [])
    #expect(blueprint.record(nil, for: customer) == [])
    let other = Self.blueprint(Audience(countries: ["DE"]))
    #expect(!other.testsDownload)
    #expect(other.record(download, for: Customer()) == [])
  }
}

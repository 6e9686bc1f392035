package import Tollgate

/// What a test of an audience depends on: a value that is reported or set, or a download that the store signed.
package enum AudienceValue: Hashable, Sendable {
  case value(Attribute.Value)
  case download(AppDownload)

  /// Whether a test holds for it.
  package func meets(_ test: AudienceTest) -> Bool {
    switch self {
    case .value(let value): test.holds(for: value)
    case .download(let download): test.holds(for: download)
    }
  }

  /// A text by which values are sorted.
  fileprivate var order: String {
    switch self {
    case .value(let value): value.description
    case .download(let download):
      "\(download.environment) \(download.platform?.rawValue ?? "") \(download.version ?? "") \(download.at)"
    }
  }
}

/// The combinations of tests of country, language, app version, device, age, attributes, consent and the copy of the app that
/// can hold at once.
///
/// Only the tests of some conditions are combined: those of a whole blueprint would give too many states.
package struct AudienceCombinations {
  /// The greatest number of combinations; more are not checked.
  static let limit = 4096

  /// The tests that hold, for each combination; empty if there are more than ``limit``.
  let combinations: [Set<AudienceTest>]
  /// Values that give each combination, each with a test of it; in the same order.
  package let examples: [[(test: AudienceTest, value: AudienceValue)]]

  /// Combines tests; without any, the only combination is that none holds.
  ///
  /// - Parameter tests: The tests, each once.
  package init(of tests: some Sequence<AudienceTest>, attributes: [Attribute]) {
    let groups = Dictionary(grouping: tests) { $0.subject }.sorted { $0.key < $1.key }
    var combinations: [(tests: Set<AudienceTest>, values: [(AudienceTest, AudienceValue)])] = [
      ([], [])
    ]
    for (_, tests) in groups {
      let attribute = tests[0].attribute.flatMap { id in attributes.first { $0.id == id } }
      let ranges = AgeRange.told(apartBy: tests).map { Attribute.Value.string($0.description) }
      let values = Set(tests.flatMap { $0.values(of: attribute) } + ranges).sorted()
        .map(AudienceValue.value)
      // A value that was never set meets no test.
      var outcomes: [Set<AudienceTest>: [(AudienceTest, AudienceValue)]] = [[]: []]
      for value in values {
        let holding = Set(tests.filter(value.meets))
        if outcomes[holding] == nil { outcomes[holding] = [(tests[0], value)] }
      }
      for owned in DownloadOutcomes(of: tests).owned {
        let values = owned.map(AudienceValue.download)
        let holding = Set(tests.filter { test in values.contains { $0.meets(test) } })
        if outcomes[holding] == nil { outcomes[holding] = values.map { (tests[0], $0) } }
      }
      guard combinations.count * outcomes.count <= Self.limit else {
        self.combinations = []
        examples = []
        return
      }
      let sorted = outcomes.sorted { left, right in
        (left.key.count, left.value.first?.1.order ?? "")
          < (right.key.count, right.value.first?.1.order ?? "")
      }
      combinations = combinations.flatMap { known in
        sorted.map { (known.tests.union($0.key), known.values + $0.value) }
      }
    }
    self.combinations = combinations.map(\.tests)
    examples = combinations.map { $0.values.map { (test: $0.0, value: $0.1) } }
  }
}

/// The downloads that some tests of the copy of the app distinguish, one by one and together.
private struct DownloadOutcomes {
  /// The greatest number of outcomes; each test adds few.
  private static let limit = 256
  /// An instant at which apps were sold; tests of versions do not depend on it.
  private static let sale = Instant(milliseconds: 1_577_836_800_000)

  /// What a customer may have, at most one download of each store and platform, each list once.
  private(set) var owned: [[AppDownload]] = []

  init(of tests: [AudienceTest]) {
    var dates: Set<Instant> = []
    var versions: Set<AppDownload> = []
    var environments: Set<StoreEnvironment> = []
    for test in tests {
      switch test {
      case .boughtApp(.before(let end)):
        dates.formUnion([end, end.adding(milliseconds: -1)])
        versions.insert(Self.late(in: .production))
      case .boughtApp(.beforeVersion(let ends)):
        for (platform, end) in ends {
          for version in [end.description, "0"] {
            versions.insert(
              AppDownload(
                environment: .production, platform: platform, version: version, at: Self.sale))
          }
        }
      case .environment: environments.formUnion(StoreEnvironment.allCases)
      case .country, .language, .appVersion, .device, .ageRange, .regulatoryFeature, .consent,
        .attribute:
        break
      }
    }
    if dates.isEmpty { dates = [Self.sale] }
    var single = versions.flatMap { download in
      dates.map {
        AppDownload(
          environment: download.environment, platform: download.platform,
          version: download.version, at: $0)
      }
    }
    single += environments.map(Self.late)
    single = Set(single).sorted { Self.order($0) < Self.order($1) }
    // A customer who used the app with several store accounts, or as a tester, meets what each of them does.
    owned = single.map { [$0] }
    var next = 0
    while next < owned.count, owned.count < Self.limit {
      let known = owned[next]
      next += 1
      guard let last = known.last else { continue }
      for download in single
      where Self.order(last) < Self.order(download)
        && !known.contains(where: {
          ($0.environment, $0.platform) == (download.environment, download.platform)
        })
      {
        owned.append(known + [download])
      }
    }
  }

  /// A download in a version that no test accepts.
  private static func late(in environment: StoreEnvironment) -> AppDownload {
    AppDownload(
      environment: environment, platform: .iOS, version: "999999999999999999", at: sale)
  }

  private static func order(_ download: AppDownload) -> String {
    AudienceValue.download(download).order
  }
}

extension AudienceTest {
  /// What it tests: its key in a condition, followed by the name of an attribute; tests with the same subject depend on
  /// each other.
  var subject: String {
    if isOfDownload { return "the copy of the app" }
    if isOfConsent { return "consent" }
    return property?.rawValue ?? "attribute `\(attribute?.rawValue ?? "")`"
  }

  /// Returns values that the test distinguishes: every one that it names, and one that it does not.
  fileprivate func values(of attribute: Attribute?) -> [Attribute.Value] {
    switch self {
    case .country(let countries):
      countries.union(Country.codes.subtracting(countries).prefix(1)).map { .string($0) }
    case .language(let languages): languages.union(["zxx"]).map { .string($0) }
    case .appVersion(let versions):
      [versions.atLeast, versions.lessThan].compactMap { $0 }.map { .string($0.description) }
        + [.string("0"), .string("999999999")]
    case .device: DeviceKind.allCases.map { .string($0.rawValue) }
    case .regulatoryFeature:
      RegulatoryFeature.sets.map { .string(RegulatoryFeature.text(of: $0)) }
    case .consent: Consent.allCases.map { .string($0.rawValue) }
    case .attribute(let test):
      switch attribute?.kind {
      case .text(let values): values.isEmpty ? test.values : values.map { .string($0) }
      case .boolean: [.boolean(false), .boolean(true)]
      case .number, nil:
        [test.atLeast, test.lessThan].compactMap { $0 }.flatMap {
          [.integer($0), .integer($0 - 1)]
        }
      }
    // Ranges depend on the bounds of all tests together.
    case .ageRange, .boughtApp, .environment: []
    }
  }
}

extension AgeRange {
  /// Returns the age ranges that tests distinguish: between their bounds, across them and without a bound, as stated by
  /// everybody that they name and by nobody.
  fileprivate static func told(apartBy tests: [AudienceTest]) -> [AgeRange] {
    let tests = tests.compactMap { test -> AgeRangeTest? in
      if case .ageRange(let test) = test { test } else { nil }
    }
    if tests.isEmpty { return [] }
    let ends = Set(tests.flatMap { [$0.atLeast, $0.lessThan].compactMap { $0 } }).sorted()
    let lowest: [Int?] = [nil, 0] + (ends as [Int?])
    let highest: [Int?] = [nil, years.upperBound] + (ends.map { $0 - 1 } as [Int?])
    let named = Set(tests.flatMap(\.declared)).sorted { $0.rawValue < $1.rawValue }
    let declarations: [Declaration?] = [nil] + (named as [Declaration?])
    var ranges: [AgeRange] = []
    for lower in lowest {
      for upper in highest {
        ranges += declarations.compactMap {
          AgeRange(lowerBound: lower, upperBound: upper, declaration: $0)
        }
      }
    }
    return ranges
  }
}

extension RegulatoryFeature {
  /// Every set of them.
  fileprivate static let sets: [Set<RegulatoryFeature>] = allCases.reduce([[]]) { sets, feature in
    sets + sets.map { $0.union([feature]) }
  }
}

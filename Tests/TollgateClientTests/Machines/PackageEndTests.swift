import Testing
import Tollgate

@testable import TollgateClient

@Suite("When time ends a package")
struct PackageEndTests {
  private static let start = MachineFixture.start

  /// The end of a package for a customer who has just started a trial of a year.
  private static func end(when condition: Condition) throws -> Instant? {
    let terms = Trial.Terms(lasts: Period(365, .day), entitlements: ["pro"])
    let package = Paywall.Package(product: "monthly", when: condition, hasCountdown: true)
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "app", name: "App", bundleID: "com.example.app"))
    definition.products = [
      CatalogProduct(
        id: "monthly", kind: .autoRenewable, name: "Monthly", entitlements: ["pro"],
        period: Period(1, .month), group: "pro")
    ]
    definition.trial = Trial(start: .signUp, terms: terms)
    definition.texts = [
      LocalizedText(id: "plans", wordings: ["en": LocalizedText.Wording("Plans")])
    ]
    definition.paywalls = [Paywall(id: "plans", title: "plans", packages: [package])]
    let customer = Customer([
      .signedUp(SignUp(account: "a", at: start)),
      .device(DeviceUse(device: "d", origin: "me", at: start)),
      .trialStarted(TrialStart(trial: "trial", at: start, terms: terms)),
    ])
    let membership = Membership(of: customer, in: try Blueprint(definition), at: start)
    #expect(membership.packages(of: "plans") == [package])
    return membership.end(of: package, on: "plans", for: customer)
  }

  @Test("the daily changes of a long trial do not hide the end of a package")
  func distant() throws {
    #expect(
      try Self.end(when: Condition(phases: [.trial]))
        == Self.start.adding(milliseconds: 365 * Instant.millisecondsPerDay))
  }

  @Test("a package for everyone does not end")
  func endless() throws { #expect(try Self.end(when: .always) == nil) }
}

import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

@MainActor
@Suite("A test session's clock")
struct SKTestSessionTimeTests {
  let session: SKTestSession

  init() throws {
    session = try Bazaar.session()
  }

  @Test("advance: by a duration, by the calendar, to an instant, and never back")
  func advance() {
    #expect(session.now == Bazaar.start)
    session.advance(by: .seconds(90))
    #expect(session.now == Bazaar.start.addingTimeInterval(90))
    session.advance(by: .milliseconds(5))
    #expect(abs(session.now.timeIntervalSince(Bazaar.start) - 90.005) < 0.0005)
    session.advance(to: Bazaar.days(30))
    // The end of January leads to the end of February.
    session.advance(by: .monthly)
    #expect(session.now == Bazaar.days(58))
    session.advance(by: .everyThreeDays, times: 2)
    #expect(session.now == Bazaar.days(64))
    session.advance(by: .weekly)
    session.advance(by: .yearly)
    #expect(session.now == Bazaar.days(71 + 365))
    session.advance(by: .seconds(-5))
    session.advance(to: Bazaar.start)
    #expect(session.now == Bazaar.days(71 + 365))
  }

  @Test("nextEvent and advanceToNextEvent: from renewal to renewal")
  func events() async throws {
    #expect(session.nextEvent == nil)
    #expect(session.advanceToNextEvent() == nil)
    try await session.buy("plus.monthly")
    #expect(session.nextEvent == Bazaar.days(7))
    #expect(session.advanceToNextEvent() == Bazaar.days(7))
    #expect(session.advanceToNextEvent() == Bazaar.days(7 + 31))
    #expect(session.allTransactions().count == 3)
  }

  @Test("nothing happens until the clock is moved")
  func still() async throws {
    session.timeRate = .oneRenewalEveryTwoSeconds
    try await session.buy("premium.monthly")
    await session.settled()
    #expect(session.allTransactions().count == 1)
    session.advance(by: .seconds(4))
    #expect(session.allTransactions().count == 3)
  }

  /// The length in seconds of a month, a week and the grace period, according to Apple's documentation.
  nonisolated static let rates:
    [(SKTestSession.TimeRate, month: Double, week: Double, grace: Double)] = [
      (.realTime, 31 * 86_400, 7 * 86_400, 16 * 86_400),
      (.monthlyRenewalEveryHour, 3600, 900, 1800),
      (.monthlyRenewalEveryThirtyMinutes, 1800, 600, 900),
      (.monthlyRenewalEveryFifteenMinutes, 900, 300, 450),
      (.monthlyRenewalEveryFiveMinutes, 300, 180, 150),
      (.monthlyRenewalEveryThirtySeconds, 30, 10, 15),
      (.oneRenewalEveryFifteenMinutes, 900, 900, 900),
      (.oneRenewalEveryFiveMinutes, 300, 300, 300),
      (.oneRenewalEveryMinute, 60, 60, 60),
      (.oneRenewalEveryThirtySeconds, 30, 30, 30),
      (.oneRenewalEveryTenSeconds, 10, 10, 10),
      (.oneRenewalEveryTwoSeconds, 2, 2, 2),
    ]

  @Test("timeRate: every rate lasts what Apple says", arguments: rates)
  func rate(
    _ rate: SKTestSession.TimeRate, _ month: Double, _ week: Double, _ grace: Double
  ) async throws {
    #expect(Self.rates.map(\.0) == SKTestSession.TimeRate.allCases)
    #expect(SKTestSession.TimeRate(rawValue: rate.rawValue) == rate)
    session.timeRate = rate
    #expect(session.timeRate == rate)
    session.billingGracePeriodIsEnabled = true
    session.shouldEnterBillingRetryOnRenewal = true
    let weekly = try await session.buy("plus.weekly")
    #expect(weekly.expirationDate == Bazaar.start.addingTimeInterval(week))
    session.clearTransactions()
    let monthly = try await session.buy("premium.monthly")
    #expect(monthly.expirationDate == Bazaar.start.addingTimeInterval(month))
    session.advance(to: Bazaar.start.addingTimeInterval(month))
    #expect(
      try await session.renewalInfo()?.gracePeriodExpirationDate
        == Bazaar.start.addingTimeInterval(month + grace))
  }

  @Test("relaunch: listeners end, and what is unfinished comes again until it is finished")
  func relaunch() async throws {
    guard case .success(let bought) = try await session.purchase("coins.small") else {
      Issue.record("it was not bought")
      return
    }
    let first = session.run { UpdateLog() }
    await session.settled(listeners: 1)
    #expect(first.lines.isEmpty)
    session.relaunch()
    let second = session.run { UpdateLog() }
    await session.settled(listeners: 1)
    #expect(second.transactions.map(\.id) == [try bought.payloadValue.id])
    session.relaunch()
    let third = session.run { UpdateLog() }
    await session.settled(listeners: 1)
    #expect(third.lines.isEmpty)
    #expect(first.lines.isEmpty)
  }

  @Test("the older names of rates, and the older numbers in files, mean the newer rates")
  func olderNames() throws {
    let older: [(Int, SKTestSession.TimeRate)] = [
      (1, .realTime), (2, .realTime), (3, .realTime), (4, .monthlyRenewalEveryThirtyMinutes),
      (5, .monthlyRenewalEveryFifteenMinutes), (6, .monthlyRenewalEveryThirtySeconds),
    ]
    for (number, rate) in older {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).storekit")
      try Data(
        #"{"settings": {"_timeRate": \#(number)}, "version": {"major": 3, "minor": 0}}"#.utf8
      ).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(try SKTestSession(contentsOf: file).timeRate == rate)
    }
  }
}

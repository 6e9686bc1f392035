import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("Rates of renewal")
struct RateTests {
  static let anna: AccountID = "anna"

  /// Seconds that a week, a month, the grace period and billing retry last.
  static let table: [(RenewalRate, week: Int64, month: Int64, grace: Int64, retry: Int64)] = [
    (.monthIn30Seconds, 10, 30, 15, 60),
    (.monthIn5Minutes, 180, 300, 150, 600),
    (.monthIn15Minutes, 300, 900, 450, 1800),
    (.monthIn30Minutes, 600, 1800, 900, 3600),
    (.monthInAnHour, 900, 3600, 1800, 7200),
    (.everyTwoSeconds, 2, 2, 2, 4),
    (.everyTenSeconds, 10, 10, 10, 20),
    (.everyThirtySeconds, 30, 30, 30, 60),
    (.everyMinute, 60, 60, 60, 120),
    (.everyFiveMinutes, 300, 300, 300, 600),
    (.everyFifteenMinutes, 900, 900, 900, 1800),
    (.realTime, 7 * 86_400, 31 * 86_400, 3 * 86_400, 60 * 86_400),
  ]

  @Test("last as the sandbox and Xcode document them", arguments: table)
  func lasts(
    _ rate: RenewalRate, _ week: Int64, _ month: Int64, _ grace: Int64, _ retry: Int64
  ) throws {
    #expect(Self.table.count == RenewalRate.allCases.count)
    let store = try Market.store(rate: rate, grace: .threeDays)
    store.purchase("silver.week", by: "ben")
    store.purchase("gold", by: Self.anna)
    store.setBillingFailing(true, for: Self.anna)
    #expect(store.condition(of: "ben")?.transaction.expiresDate == after(week))
    #expect(store.condition(of: Self.anna)?.transaction.expiresDate == after(month))
    store.advance(to: after(month))
    #expect(store.condition(of: Self.anna)?.status == .gracePeriod)
    #expect(
      store.condition(of: Self.anna)?.renewal.gracePeriodExpiresDate == after(month + grace))
    store.advance(to: after(month + grace))
    #expect(store.condition(of: Self.anna)?.status == .billingRetry)
    store.advance(to: after(month + retry).adding(milliseconds: -1))
    #expect(store.condition(of: Self.anna)?.status == .billingRetry)
    store.advance(to: after(month + retry))
    #expect(store.condition(of: Self.anna)?.status == .expired)
  }

  @Test("the grace period of a weekly subscription is 9 seconds where a month lasts 30")
  func weeklyGrace() throws {
    let store = try Market.store(rate: .monthIn30Seconds, grace: .sixteenDays)
    store.purchase("silver.week", by: Self.anna)
    store.setBillingFailing(true, for: Self.anna)
    store.advance(to: after(10))
    #expect(store.condition(of: Self.anna)?.renewal.gracePeriodExpiresDate == after(19))
  }

  @Test(
    "rates of renewal are the same from the same seed",
    arguments: RenewalRate.allCases.filter { $0 == .realTime || $0.maximumRenewals != nil })
  func deterministic(_ rate: RenewalRate) throws {
    func payloads(seed: UInt64) throws -> [String] {
      let store = try Market.store(
        seed: seed, rate: rate, grace: .sixteenDays, historyLimit: 1000)
      store.share(Self.anna, with: "ben")
      for row in LifecycleRow.all {
        for action in row.from.actions + [row.action] { action.perform(in: store, by: Self.anna) }
      }
      store.extendRenewals(of: "gold", days: 3, requestID: "all")
      let updates = store.updates(of: Self.anna) + store.updates(of: "ben")
      return
        (updates.map(\.transaction.jws) + store.notifications().map(\.payload.notificationUUID))
        .map { String($0.split(separator: ".").dropFirst().first ?? Substring($0)) }
    }
    #expect(try payloads(seed: 1) == payloads(seed: 1))
    #expect(try payloads(seed: 1) != payloads(seed: 2))
  }

  @Test("rates of renewal keep the order of many subscribers' events")
  func order() throws {
    let store = try Market.store()
    for number in 0..<60 {
      store.advance(to: Market.start.adding(milliseconds: Int64(number) * 1_000_003))
      let product = ["gold", "bronze", "silver.week"][number % 3]
      store.purchase(product, by: AccountID(rawValue: "account \(number % 40)"))
    }
    var instants: [Instant] = []
    while let next = store.nextEvent, next < Market.days(100) {
      let before = store.notifications().last?.sequence ?? 0
      store.advance(to: next)
      let heard = store.notifications(after: before)
      #expect(!heard.isEmpty)
      #expect(heard.allSatisfy { $0.at == next })
      #expect(heard.compactMap(\.account) == heard.compactMap(\.account).sorted())
      instants.append(next)
    }
    #expect(instants == instants.sorted())
    #expect(instants.count > 60)
  }

  private func after(_ seconds: Int64) -> Instant {
    Market.start.adding(milliseconds: seconds * 1000)
  }
}

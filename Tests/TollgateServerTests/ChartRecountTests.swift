import AppStoreSimulatorTestSupport
import Foundation
import TestSupport
import Testing
import Tollgate
import TollgateLedger

@Suite("charts of the simulated App Store", .exhaustive)
struct ChartRecountTests {
  /// How many subscribers are simulated; `make charts` sets 10,000.
  private static let subscribers =
    ProcessInfo.processInfo.environment["CHART_SUBSCRIBERS"].flatMap { Int($0) } ?? 200

  private static let billing: [CatalogProduct.ID: Period] = [
    "gold": Period(1, .month), "silver": Period(1, .month), "silver.week": Period(1, .week),
    "bronze": Period(1, .month),
  ]

  @Test("EX-15 each chart equals a slow recount of a simulated history, as known then and now")
  func recount() throws {
    let history = try ChartHistory(subscribers: Self.subscribers, seed: 11)
    let lives = history.lives.sorted { $0.key < $1.key }
      .map { (id: $0.key, facts: $0.value.facts, since: $0.value.since) }
    // Purchases that nobody has claimed are among them, and some that were claimed late.
    #expect(lives.contains { $0.id.isPlaceholder })
    #expect(history.lives.values.contains { !$0.own.isEmpty && !$0.waiting.isEmpty })
    // So are seats that were added and refunded, and a share of a price.
    let bought = lives.flatMap(\.facts).compactMap { recorded in
      if case .transaction(let transaction) = recorded.fact { transaction } else { nil }
    }
    #expect(bought.contains { $0.quantity > 1 && $0.id.rawValue != $0.originalID.rawValue })
    #expect(bought.contains { $0.refund != nil && $0.revokedAt == nil })
    #expect(bought.contains { $0.revokedAt != nil && $0.returned != $0.price })
    // In the middle of a week and of a month, and after everything.
    for (day, length) in [(100, ChartPeriod.Length.week), (ChartHistory.days + 31, .month)] {
      let known = Market.days(day)
      let slow = SlowCharts(history, known: known)
      let periods = ChartPeriod.all(length, from: Market.start, to: known)
      for chart in Chart.allCases where chart.firstAge == nil {
        var query = ChartQuery(chart, over: periods)
        query.billing = Self.billing
        query.deductions = 300
        var (book, other) = (
          try ChartBook(query, knownAt: known), try ChartBook(query, knownAt: known)
        )
        for (number, life) in lives.enumerated() {
          if number.isMultiple(of: 2) {
            try book.add(life.id, facts: life.facts, since: life.since)
          } else {
            try other.add(life.id, facts: life.facts, since: life.since)
          }
        }
        book.merge(other)
        let series = try #require(book.series.first)
        #expect(book.series.count == 1)
        #expect(series.points.map(\.period) == periods)
        for point in series.points {
          #expect(
            SlowCharts.Number(value: point.value, base: point.base)
              == slow.number(chart, point.period),
            "\(chart.rawValue) from \(point.period.start), known at \(known)")
        }
        // In the end no trial is pending.
        if length == .month, chart != .pendingTrials {
          #expect(series.points.contains { $0.value != 0 }, "\(chart.rawValue)")
        }
      }
    }
  }

  @Test("EX-15 each age of each cohort equals a slow recount, as known then and now")
  func cohorts() throws {
    let history = try ChartHistory(subscribers: Self.subscribers, seed: 11)
    let lives = history.lives.map { (id: $0.key, facts: $0.value.facts, since: $0.value.since) }
    for (day, length) in [(100, ChartPeriod.Length.week), (ChartHistory.days + 31, .month)] {
      let known = Market.days(day)
      let slow = SlowCharts(history, known: known)
      let periods = ChartPeriod.all(length, from: Market.start, to: known)
      for chart in Chart.allCases {
        guard let first = chart.firstAge else { continue }
        var book = try ChartBook(ChartQuery(chart, over: periods), knownAt: known)
        for life in lives { try book.add(life.id, facts: life.facts, since: life.since) }
        #expect(book.series.count > 3)
        #expect(book.series.map(\.age) == (first..<first + book.series.count).map(Optional.some))
        for series in book.series {
          let age = try #require(series.age)
          // The youngest cohorts have not reached the age.
          #expect(series.points.map(\.period) == Array(periods.dropLast(age - first)))
          for point in series.points {
            #expect(
              SlowCharts.Number(value: point.value, base: point.base)
                == slow.number(chart, point.period, age: age),
              "\(chart.rawValue) from \(point.period.start), age \(age), known at \(known)")
          }
        }
        #expect(book.series.allSatisfy { $0.points.contains { $0.base != 0 } })
      }
    }
  }
}

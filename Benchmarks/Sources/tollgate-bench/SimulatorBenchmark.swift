import AppStoreSimulator
import Crypto
import Foundation
import TollgateAppStore

/// A subscriber's simulated year, against what one of its signatures costs, and a million of them.
enum SimulatorBenchmark {
  private static let start = Instant(milliseconds: 1_767_225_600_000)
  private static let month = Duration.seconds(30 * 86_400)

  static func run() throws {
    let subscribers = 20_000
    var best = Duration.seconds(1_000_000)
    for _ in 0..<3 { best = min(best, try live(subscribers).time) }
    let year = seconds(best) / Double(subscribers) * 1e6
    let key = P256.Signing.PrivateKey()
    let message = Data(repeating: 7, count: 4000)
    let signature = Measurement(rounds: 2000) {
      for _ in 0..<2000 { use(try? key.signature(for: message)) }
    }
    let sign = signature.nanosecondsPerRound / 1000
    report(
      "a subscriber's year : a P-256 signature",
      "\(decimal(year / sign)) (\(decimal(year)) µs : \(decimal(sign)) µs)", goal: "under 1.5")
  }

  /// The year of a million subscribers: how long it takes, and in how much memory.
  static func million() throws {
    let lived = try live(1_000_000)
    print(
      "1,000,000 subscribers, \(grouped(Double(lived.notifications))) notifications: "
        + "\(decimal(seconds(lived.time))) s, peak resident memory \(try peakMemory()) MB; goal: under 2000 MB"
    )
  }

  /// Lets subscribers of monthly products begin within a month, half with a token of the app's, a
  /// quarter with a free week, and live for a year.
  private static func live(
    _ subscribers: Int
  ) throws -> (time: Duration, notifications: Int) {
    let store = AppStoreSimulator(
      configuration: configuration, bundleID: "com.example.bench", chain: try SigningChain(),
      now: start, historyLimit: 1_000_000)
    // Tokens come from the app, not from the store.
    let tokens = (0..<subscribers).map { $0.isMultiple(of: 2) ? nil : UUID().uuidString }
    let time = try ContinuousClock().measure {
      for number in 0..<subscribers {
        store.advance(to: start.advanced(by: month * number / subscribers))
        guard
          case .success = store.purchase(
            number.isMultiple(of: 4) ? "silver" : "gold", by: store.makeAccount(),
            appAccountToken: tokens[number])
        else { throw BenchmarkError(message: "a simulated purchase failed") }
      }
      store.advance(to: start.adding(Period(365, .day)))
    }
    return (time, store.sendTestNotification().sequence - 1)
  }

  /// The most memory that the process ever held, in megabytes; Linux keeps it in `/proc`.
  private static func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Int($0)
      })
    else { throw BenchmarkError(message: "no peak memory in /proc/self/status") }
    return kilobytes / 1024
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static let configuration = StoreKitConfiguration(subscriptionGroups: [
    .init(
      id: "plans",
      subscriptions: [
        .init(
          productID: "gold", groupID: "plans", level: 1, period: Period(1, .month),
          price: Milliunits(30_000)),
        .init(
          productID: "silver", groupID: "plans", level: 2, period: Period(1, .month),
          price: Milliunits(20_000),
          introductoryOffer: .init(paymentMode: .free, period: Period(1, .week))),
      ])
  ])
}

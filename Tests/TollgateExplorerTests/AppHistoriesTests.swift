import Foundation
import TestSupport
import Testing
import Tollgate
import TollgateBlueprints
import TollgateExplorer

/// The repository's root.
private let repository = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Suite("The histories that the five apps allow")
struct AppHistoriesTests {
  @Test(
    "EX-5 a quick search visits every state within its bounds, and finds nothing wrong",
    arguments: ["coach-paid", "coach-free", "grobro", "strikelab", "techniq"].sampled(2))
  func complete(app: String) throws {
    let path = repository.appendingPathComponent("Blueprints/\(app).yml").path
    let file = try BlueprintFile.load(path: path)
    let exploration = Explorer(file.blueprint, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    #expect(exploration.states > 100)
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.sentence))")
  }

  @Test(
    "EX-5 a photo editor with credits, a lifetime tier and two paywalls has nothing wrong",
    .exhaustive)
  func editor() throws {
    let path = repository.appendingPathComponent("Blueprints/glow.yml").path
    let file = try BlueprintFile.load(path: path)
    let options = Explorer.Options(stateLimit: 1_500, isQuick: true)
    let exploration = Explorer(file.blueprint, options: options).explore()
    #expect(exploration.states > 1_500)
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.sentence))")
  }

  @Test(
    "EX-5 a search of every state of the photo editor within the bounds of a quick one finds nothing",
    .enabled(if: ProcessInfo.processInfo.environment["EXPLORE_RUNS"] != nil))
  func wholeEditor() throws {
    let path = repository.appendingPathComponent("Blueprints/glow.yml").path
    let file = try BlueprintFile.load(path: path)
    let options = Explorer.Options(stateLimit: .max, isQuick: true)
    let exploration = Explorer(file.blueprint, options: options).explore()
    print("glow: \(exploration.states) states")
    #expect(exploration.isComplete)
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.sentence))")
  }

  @Test(
    "EX-5 where purchases are transferred or shared, a trial and the end of a plan go with the purchase",
    arguments: ["coach-free", "coach-paid"].sampled(1), [TransferPolicy.transfer, .share])
  func transfer(app: String, policy: TransferPolicy) throws {
    let path = repository.appendingPathComponent("Blueprints/\(app).yml").path
    var definition = try BlueprintFile.load(path: path).blueprint.definition
    definition.purchases = Blueprint.PurchaseRules(transfer: policy)
    let exploration = Explorer(
      try Blueprint(definition), options: Explorer.Options(isQuick: true)
    ).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.filter(\.isDefect).map(\.sentence) == [])
  }

  @Test(
    "EX-11 a wallet and a meter for each billing period lock no payer out and let nobody in",
    .exhaustive)
  func wallets() throws {
    let path = repository.appendingPathComponent("Tests/Blueprints/studio.yml").path
    let file = try BlueprintFile.load(path: path)
    let options = Explorer.Options(stateLimit: 800, isQuick: true)
    let exploration = Explorer(file.blueprint, options: options).explore()
    #expect(exploration.states >= 800)
    let kinds: Set<Finding.Kind> = [
      .payerLockedOut, .freeRide, .keptAfterRefund, .limitOverspent, .soldTwice, .tradedAway,
      .buysNothing, .deadEnd,
    ]
    #expect(exploration.findings.filter { kinds.contains($0.kind) }.map(\.sentence) == [])
  }
}

import TestSupport
import Testing
import Tollgate
import TollgateBlueprints
import TollgateExplorer

@Suite("Planted faults")
struct PlantedFaultTests {
  @Test(
    "EX-5 an exploration finds each planted fault, and nothing else",
    arguments: PlantedFault.all.sampled(12))
  func found(fault: PlantedFault) throws {
    var definition = fault.app
    fault.plant(&definition)
    let exploration = Explorer(
      try Blueprint(definition), options: Explorer.Options(isQuick: true)
    ).explore()
    #expect(exploration.isComplete)
    let found = exploration.findings.map { "\($0.kind.rawValue) \($0.subject)" }
    let histories = exploration.findings.map { "\($0.sentence)\n\($0.history?.description ?? "")" }
    #expect(Set(found) == fault.findings, "\(histories.joined(separator: "\n"))")
    #expect(!exploration.findings.contains { $0.isDefect })
  }

  @Test(
    "RA-9 an exploration finds each fault of a trial without an account, and leaves its near miss alone",
    arguments: PlantedFault.all.filter { $0.description.hasPrefix("RA-9") })
  func trialsWithoutAccounts(fault: PlantedFault) throws { try found(fault: fault) }
}

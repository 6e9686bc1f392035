import Foundation
import Testing
import TollgateBlueprints

@testable import TollgateCommand

@Suite("check is stopped")
struct StopTests {
  @Test("EX-5 a search that is stopped says so, and compares nothing")
  func stopped() throws {
    let path = Command.root.appendingPathComponent("Blueprints/techniq.yml").path
    var check = CheckedFile(path: path)
    let blueprint = try #require(check.file?.blueprint)
    check.search(isQuick: true, against: blueprint, named: "old.yml", isStopped: { true })
    #expect(check.isStopped)
    #expect(check.description.contains(" steps, stopped: "), "\(check.description)")
    #expect(check.description.contains("\n  left out   "))
    #expect(check.description.contains("\n  compared   nothing with old.yml: stopped"))
  }

  @Test(
    "EX-5 the first signal is noted, and the second ends the process at once",
    arguments: [SIGINT, SIGTERM])
  func signals(number: Int32) async {
    await #expect(processExitsWith: .exitCode(128 + number)) { [number = number as Int32] in
      let stop = StopSignal()
      kill(getpid(), number)
      while stop.number == nil { sched_yield() }
      guard stop.number == number else { exit(1) }
      kill(getpid(), number)
      // The signals are taken as long as it exists.
      while stop.number != nil { sched_yield() }
    }
  }
}

import Foundation

do {
  if CommandLine.arguments.contains("--million") {
    try SimulatorBenchmark.million()
  } else if CommandLine.arguments.contains("--client") {
    try await ClientBenchmark.run()
  } else if CommandLine.arguments.contains("--http") {
    try await HTTPBenchmark.run()
  } else {
    try EngineBenchmark.run()
    try MembershipBenchmark.run()
    try await HistoryBenchmark.run()
    try ExplorationBenchmark.run()
    try await ClientBenchmark.run()
    try await SignedDataBenchmark.run()
    try SimulatorBenchmark.run()
    try await HTTPBenchmark.run()
  }
} catch {
  // What was measured before is printed all the same.
  fflush(nil)
  FileHandle.standardError.write(Data("tollgate-bench: error: \(error)\n".utf8))
  exit(1)
}

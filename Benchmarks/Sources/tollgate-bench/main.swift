import Foundation

/// The argument after an option.
func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  return arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1).first }
}

do {
  if CommandLine.arguments.contains("--million") {
    try SimulatorBenchmark.million()
  } else if CommandLine.arguments.contains("--client") {
    try await ClientBenchmark.run()
  } else if CommandLine.arguments.contains("--jobs") {
    try await ChartBenchmark.run()
    try await WebhookBenchmark.run()
  } else if CommandLine.arguments.contains("--searches") {
    try ExplorationBenchmark.others()
  } else if CommandLine.arguments.contains("--http") {
    try await HTTPBenchmark.run()
  } else if let customers = option("--customers") {
    guard let count = Int(customers), count > 1 else {
      throw BenchmarkError(message: "--customers takes a number.")
    }
    if let folder = option("--fill") {
      _ = try await FilledLedger(
        .file("\(folder)/ledger.sqlite"), customers: count, tokens: 1,
        in: URL(fileURLWithPath: folder, isDirectory: true))
    } else {
      try await CustomersBenchmark.run(
        customers: count, on: option("--postgres"), keptIn: option("--keep"))
    }
  } else if let address = option("--postgres") {
    try await PostgreSQLBenchmark.run(on: address)
  } else {
    try EngineBenchmark.run()
    try MembershipBenchmark.run()
    try await HistoryBenchmark.run()
    try ExplorationBenchmark.run()
    try WhatIfBenchmark.run()
    try await ChartBenchmark.run()
    try await WebhookBenchmark.run()
    try await ClientBenchmark.run()
    try await SignedDataBenchmark.run()
    try SimulatorBenchmark.run()
    try await HTTPBenchmark.run()
  }
} catch {
  FileHandle.standardError.write(Data("tollgate-bench: error: \(error)\n".utf8))
  exit(1)
}

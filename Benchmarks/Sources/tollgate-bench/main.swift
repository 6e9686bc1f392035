if CommandLine.arguments.contains("--million") {
  try SimulatorBenchmark.million()
} else {
  try EngineBenchmark.run()
  try await SignedDataBenchmark.run()
  try SimulatorBenchmark.run()
  try await HTTPBenchmark.run()
}

try EngineBenchmark.run()
try await SignedDataBenchmark.run()
try await HTTPBenchmark.run()

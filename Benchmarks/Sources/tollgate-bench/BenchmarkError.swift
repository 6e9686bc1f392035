/// Why a benchmark could not be run.
struct BenchmarkError: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
}

import Foundation

/// Runs the other programs of a benchmark.
enum Shell {
  /// Starts a process in which no signal is blocked.
  ///
  /// A process inherits the blocked signals of the thread that starts it, and the threads of Swift's tasks block all of
  /// them. `pgbench` would then miss the alarm that ends it, and a server the signal that stops it.
  ///
  /// - Parameter process: The process.
  /// - Throws: The reason that it cannot start.
  static func start(_ process: Process) throws {
    var none = sigset_t()
    var own = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &own)
    defer { pthread_sigmask(SIG_SETMASK, &own, nil) }
    try process.run()
  }

  /// Runs a program until its end.
  ///
  /// - Parameters:
  ///   - arguments: The program, which is looked up in `PATH`, and its arguments.
  ///   - input: What it reads from standard input.
  /// - Returns: What it wrote to standard output.
  /// - Throws: ``BenchmarkError`` if it fails, with what it wrote to standard error.
  @discardableResult
  static func run(_ arguments: [String], input: String = "") throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let (standardInput, output) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    let errors = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-bench-errors-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardError = try FileHandle(forWritingTo: errors)
    try start(process)
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reason = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
      throw BenchmarkError(message: "\(arguments[0]) failed:\n\(reason)")
    }
    return text
  }
}

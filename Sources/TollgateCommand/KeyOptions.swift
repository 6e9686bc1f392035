import ArgumentParser
import Foundation
import Tollgate
import TollgateLedger
import TollgateServer

/// Where a server's keys are, for every command that needs them.
struct KeyFileOptions: ParsableArguments {
  /// The environment variable that may contain the keys themselves.
  static let variable = "TOLLGATE_KEYS"

  @Option(
    help: ArgumentHelp(
      "The file with the server's keys; by default next to the ledger, with the suffix .keys.",
      valueName: "file"))
  var keyFile: String?

  /// The file of the server's keys: the one that was named, or the one next to the ledger.
  func path(beside database: String) -> String {
    keyFile ?? Self.path(beside: database)
  }

  /// The file of the keys next to a ledger's file; one in the current folder for a ledger in no file.
  static func path(beside database: String) -> String {
    guard !database.contains("://") else { return "tollgate.keys" }
    let suffix = "." + URL(fileURLWithPath: database).pathExtension
    let isReplaced = suffix != "." && suffix != ".keys"
    return (isReplaced ? String(database.dropLast(suffix.count)) : database) + ".keys"
  }

  /// The keys that the environment variable contains; nil if it is not set or a file was named.
  ///
  /// - Throws: ``Failure`` if it contains no keys.
  func environmentKeys() throws -> ServerKeys? {
    guard keyFile == nil, let text = ProcessInfo.processInfo.environment[Self.variable],
      !text.isEmpty
    else { return nil }
    return try named(Self.variable) { () throws(ConfigurationError) in
      try ServerKeys(json: text.utf8)
    }
  }

  /// Reads existing keys.
  ///
  /// - Throws: ``Failure`` with the name of the file or the variable.
  func keys(beside database: String) throws -> ServerKeys {
    if let keys = try environmentKeys() { return keys }
    let path = path(beside: database)
    return try named(path) { () throws(ConfigurationError) in try KeyFile(path).read() }
  }

  private func named<Value>(
    _ place: String, _ action: () throws(ConfigurationError) -> Value
  ) throws(Failure) -> Value {
    do { return try action() } catch { throw Failure(in: place, error.message) }
  }
}

/// The keys to serve a ledger with.
struct KeyOptions: ParsableArguments {
  @OptionGroup
  var file: KeyFileOptions

  @Flag(
    help: """
      Serve the ledger with keys that are not its own, or with new ones if they are lost: every session ends, and \
      apps that pin the old key no longer trust the server.
      """)
  var replaceKeys = false

  @Option(
    help: ArgumentHelp(
      "Warn in /ready about a key that has been in use for this many days, or `never`.",
      valueName: "days"))
  var keyAgeWarning = KeyAge(days: 730)

  /// Finds the keys of a ledger, or creates them for a new one.
  ///
  /// - Parameter database: The ledger's file; nil for a ledger in memory, whose keys are lost with it unless they are
  ///   given.
  /// - Returns: The keys, and what to tell the operator about them.
  /// - Throws: ``Failure`` or `ConfigurationError` if the ledger's keys are missing or wrong.
  func keys(
    of ledger: any Ledger, in database: String?, at now: Instant
  ) async throws -> (keys: ServerKeys, note: String?) {
    if let keys = try file.environmentKeys() {
      do throws(ConfigurationError) {
        try await keys.takeOver(ledger, replacing: replaceKeys)
      } catch {
        guard error.code == .otherKeys else { throw error }
        throw Failure(
          in: KeyFileOptions.variable,
          "\(error.message) Set the ledger's own keys, or name their file with --key-file. \(Self.giveUp)"
        )
      }
      return (keys, nil)
    }
    guard let path = database.map(file.path(beside:)) ?? file.keyFile else {
      return (try ServerKeys(at: now), nil)
    }
    do throws(ConfigurationError) {
      let (keys, source) = try await KeyFile(path).keys(
        of: ledger, replacing: replaceKeys, at: now)
      return (keys, Self.note(source, path))
    } catch {
      switch error.code {
      case .keys: throw Failure(in: path, error.message)
      case .missingKeys, .otherKeys:
        throw Failure(
          in: path,
          "\(error.message) If the ledger's own keys are elsewhere, name their file with --key-file. \(Self.giveUp)"
        )
      default: throw error
      }
    }
  }

  /// The advice for an operator whose ledger's keys are lost.
  private static let giveUp = """
    If they are lost, add --replace-keys: every session then ends, and apps that pin the old key no longer trust the \
    server.
    """

  private static func note(_ source: KeyFile.Source, _ path: String) -> String? {
    switch source {
    case .file: nil
    case .created: "Created the server's keys in \(path): back them up, apart from the ledger."
    }
  }
}

/// The age of a key at which the server warns.
struct KeyAge: ExpressibleByArgument, CustomStringConvertible {
  /// The number of days, up to a hundred years; nil for no warning.
  let days: Int?

  init(days: Int?) { self.days = days }

  init?(argument: String) {
    guard argument != "never" else {
      days = nil
      return
    }
    guard let days = Int(argument), (1...Retention.longestDays).contains(days) else { return nil }
    self.days = days
  }

  /// The age as a duration; nil for no warning.
  var duration: Duration? { days.map { .seconds($0 * 86_400) } }

  var description: String { days.map(String.init) ?? "never" }
}

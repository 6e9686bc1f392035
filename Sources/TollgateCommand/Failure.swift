import AppStoreSimulatorLauncher
import Foundation
import Tollgate
import TollgateBlueprints
import TollgateLedger
import TollgateScenarios
import TollgateServer
import TollgateWire

/// Why a command cannot do what was asked.
struct Failure: Error {
  /// The file it is about, if it is about one.
  let file: String?
  /// What is wrong, one thing each.
  let messages: [String]

  init(in file: String? = nil, _ messages: String...) {
    self.init(in: file, messages)
  }

  init(in file: String?, _ messages: [String]) {
    self.file = file
    self.messages = messages
  }
}

extension Failure: CustomStringConvertible {
  /// A line for each thing that is wrong: `error: …`, after the file where there is one.
  var description: String {
    let place = file.map { "\($0): " } ?? ""
    return messages.map { "\(place)\(Self.prefix)\($0)" }.joined(separator: "\n")
  }

  /// What every error begins with, after its place.
  static let prefix = "error: "

  /// How an error is reported; nil for those that the argument parser describes.
  static func description(of error: any Error) -> String? {
    switch error {
    case let failure as Failure: failure.description
    case let error as LaunchError: error.description
    case let error as BlueprintFileError: error.description
    case let error as ScenarioError: error.description
    case let error as LedgerError: prefix + error.message
    case let error as ChartError: prefix + error.message
    case let error as ServerError: prefix + error.message
    case let error as ConfigurationError: prefix + error.message
    case let problem as Problem: prefix + problem.message
    default: nil
    }
  }
}

/// Reads a secret.
///
/// - Parameters:
///   - path: The file with it, which takes precedence over the environment variable.
///   - option: The option that needs it.
///   - fileOption: The option that names the file.
/// - Throws: ``Failure`` if there isn't one, or it cannot be read.
func readSecret(
  in path: String?, or variable: String, for option: String, namedBy fileOption: String
) throws -> String {
  if let path {
    try requireFile(path)
    guard let contents = FileManager.default.contents(atPath: path),
      let text = String(validating: contents, as: UTF8.self)
    else { throw Failure(in: path, "the secret cannot be read") }
    return text
  }
  guard let text = ProcessInfo.processInfo.environment[variable] else {
    throw Failure(
      in: nil, "\(option) needs a secret: name a file with \(fileOption), or set \(variable).")
  }
  return text
}

/// Rejects a path without a file, and suggests the nearest name in the same folder.
func requireFile(_ path: String) throws(Failure) {
  guard !FileManager.default.fileExists(atPath: path) else { return }
  let url = URL(fileURLWithPath: path)
  let names: [String]
  do {
    names = try FileManager.default.contentsOfDirectory(
      atPath: url.deletingLastPathComponent().path
    ).sorted()
  } catch {
    throw Failure(in: path, "there is no such file")
  }
  let nearest = nearestName(
    to: url.lastPathComponent, in: names.filter { $0.hasSuffix("." + url.pathExtension) })
  let folder =
    path.hasSuffix(url.lastPathComponent) ? path.dropLast(url.lastPathComponent.count) : ""
  let hint = nearest.map { "; did you mean `\(folder)\($0)`?" } ?? ""
  throw Failure(in: path, "there is no such file\(hint)")
}

import ArgumentParser
import BlueprintFile
import Foundation
import Tollgate
import TollgateLedger
import TollgateScenarios
import TollgateServer

/// Something that a command cannot do, in a sentence.
struct Failure: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  /// Runs a command's work; what goes wrong is told on standard error, and the exit code is 1.
  static func told(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch {
      FileHandle.standardError.write(Data("tollgate: \(sentence(of: error))\n".utf8))
      throw ExitCode.failure
    }
  }

  static func sentence(of error: any Error) -> String {
    switch error {
    case let failure as Failure: failure.sentence
    case let error as BlueprintFileError:
      "the blueprint cannot be used\n\(error.description)"
    case let error as ScenarioError:
      "the scenario cannot be played\n\(error.description)"
    case let error as LedgerError: error.message
    case let error as ServerError: error.sentence
    case let error as ConfigurationError: error.sentence
    default: "\(error)"
    }
  }
}

/// Refuses a path where there is no file, with the nearest name of those that are there.
func requireFile(_ path: String) throws(Failure) {
  guard !FileManager.default.fileExists(atPath: path) else { return }
  let url = URL(fileURLWithPath: path)
  let folder = url.deletingLastPathComponent()
  let names: [String]
  do {
    names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  } catch {
    throw Failure("\(path): there is no such file.")
  }
  let nearest = nearestName(
    to: url.lastPathComponent, in: names.filter { $0.hasSuffix("." + url.pathExtension) })
  let prefix =
    path.hasSuffix(url.lastPathComponent) ? path.dropLast(url.lastPathComponent.count) : ""
  let hint = nearest.map { " Did you mean \(prefix)\($0)?" } ?? ""
  throw Failure("\(path): there is no such file.\(hint)")
}

func validatePort(_ port: Int) throws {
  guard (0...65_535).contains(port) else {
    throw ValidationError("\(port) is no port; expected 0 to 65535.")
  }
}

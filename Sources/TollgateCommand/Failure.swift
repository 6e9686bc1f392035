import ArgumentParser
import BlueprintFile
import Foundation
import TollgateLedger
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
    case let error as LedgerError: error.message
    case let error as ServerError: error.sentence
    case let error as ConfigurationError: error.sentence
    default: "\(error)"
    }
  }
}

func validatePort(_ port: Int) throws {
  guard (0...65_535).contains(port) else {
    throw ValidationError("\(port) is no port; expected 0 to 65535.")
  }
}

import ArgumentParser
import Foundation
import Tollgate
import TollgateBlueprints
import TollgateExplorer
import TollgateLedger
import TollgateServer

/// How a blueprint is compared with the one that is served, over the recorded history.
struct RevisionReplay: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Replay from this instant on; earlier facts still count.", valueName: "instant"))
  var since: String?

  @Option(help: ArgumentHelp("Replay only the first customers by id.", valueName: "number"))
  var customers: Int?

  @Flag(help: "Compare by the recorded history alone, and search no other lives.")
  var noSearch = false

  @OptionGroup var ledger: ServedLedgerOptions

  func validate() throws {
    try Instant.validate(["since": since])
    if let customers, customers < 1 { throw ValidationError("--customers must be at least 1.") }
  }

  /// Replays the recorded history, and prints what differs.
  ///
  /// - Parameters:
  ///   - new: The blueprint that is to be served.
  ///   - file: Its file, for the lines of its rules; nil if there isn't one.
  /// - Returns: What was printed, and what paying customers would have lost.
  /// - Throws: ``Failure`` if the ledger cannot be read.
  func run(
    _ new: Blueprint, in file: BlueprintFile? = nil, against old: Blueprint,
    named names: (new: String, old: String)
  ) async throws -> (text: String, losses: [ProposedLoss]) {
    let whatIf = WhatIf(
      new, against: old, since: since.flatMap { Instant($0) }, at: .current)
    let location = try ledger.location
    let report = try await location.report(
      on: new.app.id, limit: customers, title: "Replaying", WhatIfReport(), { whatIf.replay($0) },
      merging: { $0.merge($1) })
    let text = WhatIfOutput(
      report: report, new: file, names: (names.new, names.old, location.description),
      since: whatIf.since
    ).text
    Output.print(text)
    return (text, report.changes.filter(\.takesFromPayers).map(ProposedLoss.init))
  }
}

extension RevisionComparison {
  /// Compares revisions for the pages of a server, on one core: the others answer requests.
  ///
  /// - Parameters:
  ///   - ledger: The server's ledger.
  ///   - location: Where it is, for the report.
  ///   - limit: The greatest number of customers.
  static func replay(
    over ledger: any Ledger, at location: LedgerLocation, limit: Int = customerLimit
  ) -> Replay {
    { new, old, names in
      let histories = try await ledger.histories(asOfOneInstant: true)
      do {
        let count = try await histories.customerCount(in: new.app.id, upTo: limit + 1)
        let whatIf = WhatIf(new, against: old, at: .current)
        let report = try await LedgerReplay(histories, of: new.app.id, limit: limit, cores: 1).run(
          WhatIfReport(), { whatIf.replay(try $0.lives()) }, merging: { $0.merge($1) },
          progress: { _, _ in })
        await histories.close()
        return RevisionComparison(
          whatIf: WhatIfOutput(
            report: report, new: nil, names: (names.new, names.old, location.description),
            since: nil
          ).text,
          losses: report.changes.filter(\.takesFromPayers).map(ProposedLoss.init),
          limit: count > limit ? limit : nil)
      } catch {
        await histories.close()
        throw error
      }
    }
  }
}

/// Whether a blueprint is served without a question.
struct RevisionConsent: ParsableArguments {
  @Flag(help: "Do not ask.")
  var yes = false

  @Flag(help: "With --yes: do it even if paying customers lose access.")
  var allowLosses = false

  /// Asks before something is done, or refuses it.
  ///
  /// - Parameters:
  ///   - participle: What is done, for a refusal: `published`.
  ///   - doubt: Why `--yes` alone does not do it; nil if it does.
  /// - Throws: ``Failure`` without a yes, or exit code 3 if `--yes` alone does not do it.
  func require(_ question: String, _ participle: String, doubt: String?) throws {
    if yes {
      guard let doubt, !allowLosses else { return }
      Output.printError("Nothing is \(participle): \(doubt); --allow-losses allows that.")
      throw ExitCode(3)
    }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure(in: nil, "nothing is \(participle) without an answer; add --yes")
    }
    FileHandle.standardOutput.write(Data("\(question) [y/N] ".utf8))
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure(in: nil, "nothing is \(participle)")
    }
  }
}

extension [ProposedLoss] {
  /// Why they stand in the way of a blueprint; nil for no losses.
  var doubt: String? { isEmpty ? nil : "paying customers would lose access" }
}

extension ProposedLoss {
  fileprivate init(_ change: WhatIfReport.Change) {
    self.init(
      "\(change.kind.rawValue): \(change.sentence)", customers: change.customers,
      instants: change.instants, samples: change.samples.map(\.customer))
  }
}

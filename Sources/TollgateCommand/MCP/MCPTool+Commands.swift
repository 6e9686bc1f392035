import ArgumentParser
import TollgateAppStore

extension MCPTool {
  /// The commands that only read.
  static func commands(over database: String) -> [MCPTool] {
    let ledger = ["--database=\(database)"]
    return [
      command(
        "check", ["check"],
        """
        Checks a blueprint file: mistakes with their lines, and histories of customers in which something goes wrong. With \
        `against`, it also lists which customers would be treated differently than by that blueprint.
        """, files: [Parameter(name: "file", summary: "The blueprint's path.", isRequired: true)],
        options: [
          Parameter(name: "against", summary: "The path of the blueprint to compare with."),
          Parameter(name: "quick", kind: .flag, summary: "Search only the shorter histories."),
        ]),
      command(
        "simulate", ["simulate"],
        "Runs a scenario file against the real server core and a simulated App Store, and prints what happened when.",
        files: [
          Parameter(name: "blueprint", summary: "A blueprint instead of the scenario's own.")
        ],
        options: [
          Parameter(name: "scenario", summary: "The scenario's path.", isRequired: true)
        ]),
      command(
        "what_if", ["what-if"] + ledger,
        """
        Replays a changed blueprint over the recorded history: who would have been treated differently, when, and by \
        which rule. What takes access from paying customers comes first.
        """, files: [Parameter(name: "file", summary: "The changed blueprint.", isRequired: true)],
        options: [
          Parameter(
            name: "against", summary: "The blueprint that it is to replace.", isRequired: true),
          Parameter(name: "since", summary: "Compare from this instant on, as in 2026-10-01."),
          Parameter(
            name: "customers", kind: .number, summary: "Replay only the first customers by id."),
        ]),
      command(
        "charts", ["charts"] + ledger,
        "Counts a chart of subscriptions from recorded facts. Without a chart, it lists all of them with their definitions.",
        files: [
          Parameter(name: "chart", summary: "The chart, such as mrr, churn or trial-conversion."),
          Parameter(name: "file", summary: "The blueprint; a chart needs one."),
        ],
        options: [
          Parameter(name: "period", summary: "The length of a period: day, week, month or year."),
          Parameter(name: "from", summary: "The first day, as in 2026-01-01."),
          Parameter(name: "to", summary: "The day after the last one."),
          Parameter(name: "as-of", summary: "Count what was known at this instant."),
          Parameter(
            name: "by",
            summary:
              "Divide by product, country, offer, placement, paywall, feature or variant:EXPERIMENT."
          ),
          Parameter(name: "product", kind: .list, summary: "Count these products alone."),
          Parameter(name: "country", kind: .list, summary: "Count these countries alone."),
        ]),
    ]
  }

  /// Proposes a blueprint, which a person publishes.
  static func proposeBlueprint(over database: String) -> MCPTool {
    command(
      "propose_blueprint", ["revisions", "propose", "--database=\(database)"],
      """
      Compares a blueprint with the one that is served, by check and what-if, and proposes it. Nothing changes until a \
      person publishes it.
      """, files: [Parameter(name: "file", summary: "The blueprint's path.", isRequired: true)],
      options: [Parameter(name: "note", summary: "Why, in one sentence.", isRequired: true)],
      isReadOnly: false)
  }

  /// A tool that runs a command of this program, whose options have the names of the tool's parameters.
  private static func command(
    _ name: String, _ start: [String], _ summary: String, files: [Parameter],
    options: [Parameter], isReadOnly: Bool = true
  ) -> MCPTool {
    MCPTool(
      name: name, summary: summary, parameters: files + options, isReadOnly: isReadOnly
    ) { values in
      let options = options.flatMap { arguments("--\($0.name)", values[$0.name]) }
      // Behind the two hyphens nothing is an option, whatever it begins with.
      let files = files.compactMap { values[$0.name]?.text }
      return await TollgateCommand.answer(to: start + options + ["--"] + files)
    }
  }

  private static func arguments(_ option: String, _ value: JSONValue?) -> [String] {
    switch value {
    case .string(let text): ["\(option)=\(text)"]
    case .integer(let number): ["\(option)=\(number)"]
    case .bool(true): [option]
    case .array(let values): values.flatMap { arguments(option, $0) }
    default: []
    }
  }
}

extension TollgateCommand {
  /// Runs a command in this process, and returns what it would have printed.
  static func answer(to arguments: [String]) async -> MCPTool.Answer {
    let printed = Output.Capture()
    return await Output.$capture.withValue(printed) {
      do {
        try await run(try await asyncParseAsRoot(arguments))
        return MCPTool.Answer(text: printed.text)
      } catch let code as ExitCode {
        // The command has printed what it found.
        return MCPTool.Answer(text: printed.text, isError: code == .failure && printed.text.isEmpty)
      } catch {
        let reason = Failure.description(of: error) ?? fullMessage(for: error)
        return MCPTool.Answer(text: printed.text + reason, isError: true)
      }
    }
  }
}

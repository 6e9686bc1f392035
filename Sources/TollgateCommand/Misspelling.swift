import ArgumentParser
import Tollgate

/// A command or an option that does not exist, and the nearest one that does.
struct Misspelling {
  /// What is wrong, and what was probably meant.
  let message: String

  /// Finds the first command or option among a command line's arguments that does not exist; nil where all do.
  ///
  /// The argument parser calls an unknown command an unexpected argument, and asks for a required option that is
  /// missing before it looks at a misspelled one.
  init?(in arguments: [String], of root: any ParsableCommand.Type) {
    var command = root
    var words = arguments.drop { $0 == "help" }
    // A command's own commands are looked for in the same way.
    while case let commands = command.configuration.subcommands, !commands.isEmpty {
      guard let name = words.first, !name.hasPrefix("-") else { return nil }
      guard let next = commands.first(where: { $0.configuration.commandName == name }) else {
        guard name != "help" else { return nil }
        let names = commands.compactMap { $0.configuration.commandName } + ["help"]
        message = "There is no command '\(name)'.\(Self.hint(nearestName(to: name, in: names)))"
        return
      }
      command = next
      words = words.dropFirst()
    }
    let options = Self.options(of: command, in: root)
    let given = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { argument in
      String(argument.prefix { $0 != "=" })
    }
    guard let unknown = given.first(where: { !options.contains($0) }) else { return nil }
    message = "Unknown option '\(unknown)'.\(Self.hint(nearestName(to: unknown, in: options)))"
  }

  /// The report of the argument parser, with this message instead of its own.
  func report(with text: String) -> String {
    let usage = text.firstRange(of: "\nUsage: ").map { text[$0.lowerBound...] } ?? ""
    return "\(Failure.prefix)\(message)\(usage)"
  }

  private static func hint(_ name: String?) -> String {
    name.map { " Did you mean '\($0)'?" } ?? ""
  }

  /// The long names of a command's options, as its help lists them.
  private static func options(
    of command: any ParsableCommand.Type, in root: any ParsableCommand.Type
  ) -> [String] {
    root.helpMessage(for: command, includeHidden: true, columns: 100)
      .split(separator: "\n")
      .filter { $0.hasPrefix("  -") }
      .flatMap { $0.matches(of: /--[a-z][a-z0-9-]*/).map { String($0.output) } }
  }
}

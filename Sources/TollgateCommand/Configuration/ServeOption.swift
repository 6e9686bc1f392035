import ArgumentParser
import Foundation

/// An option or argument of `tollgate serve`, as the argument parser describes it.
struct ServeOption: Hashable {
  enum Kind: Hashable {
    case option, flag, argument
  }

  /// The name without dashes, which is the key in a file.
  let name: String
  let kind: Kind
  /// Whether it takes several values.
  let isRepeating: Bool

  /// The environment variable.
  var variable: String {
    Self.variablePrefix + name.uppercased().replacing("-", with: "_")
  }

  static let variablePrefix = "TOLLGATE_"

  /// Writes values for the command line.
  func arguments(_ values: [String]) -> [String] {
    switch kind {
    case .option: values.map { "--\(name)=\($0)" }
    case .flag: values == ["true"] ? ["--\(name)"] : []
    case .argument: values
    }
  }
}

extension ServeOption {
  /// Every option that a file or the environment can set.
  ///
  /// They are read from the description that the argument parser writes for its own tools, so that no option is listed
  /// twice.
  static func all() throws -> [ServeOption] {
    let help = try JSONDecoder().decode(Help.self, from: Data(ServeCommand._dumpHelp().utf8))
    return help.command.arguments.filter(\.shouldDisplay).compactMap(\.option)
      .filter { !onlyOnCommandLine.contains($0.name) }
  }

  /// What only the command line has; `config` is also a variable, which names the file.
  private static let onlyOnCommandLine: Set = ["help", "version", "color", "config"]

  private struct Help: Decodable {
    let command: Command

    struct Command: Decodable {
      let arguments: [Argument]
    }

    struct Argument: Decodable {
      let kind: String
      let isRepeating: Bool
      let shouldDisplay: Bool
      let preferredName: Name?
      let valueName: String?

      var option: ServeOption? {
        switch (kind, preferredName?.name, valueName) {
        case ("option", let name?, _):
          ServeOption(name: name, kind: .option, isRepeating: isRepeating)
        case ("flag", let name?, _): ServeOption(name: name, kind: .flag, isRepeating: false)
        case ("positional", _, let name?):
          ServeOption(
            name: isRepeating ? name + "s" : name, kind: .argument, isRepeating: isRepeating)
        default: nil
        }
      }
    }

    struct Name: Decodable {
      let name: String
    }
  }
}

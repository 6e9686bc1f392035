import ArgumentParser

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  /// On a terminal, unless the environment says otherwise.
  case auto
  case always
  case never

  /// The last choice among a command line's arguments, or `auto`.
  init(arguments: [String]) {
    let options = arguments.prefix { $0 != "--" }
    let values = options.indices.compactMap { index -> String? in
      if options[index] == "--color" { return options[index...].dropFirst().first }
      let parts = options[index].split(separator: "=", maxSplits: 1)
      return parts.count == 2 && parts[0] == "--color" ? String(parts[1]) : nil
    }
    self = values.last.flatMap(Self.init) ?? .auto
  }

  /// Whether a stream gets color.
  ///
  /// [NO_COLOR](https://no-color.org) wins over [CLICOLOR_FORCE](https://bixense.com/clicolors/).
  func usesColor(environment: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = environment["NO_COLOR"], !value.isEmpty { return false }
      if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
      return isTerminal && environment["TERM"] != "dumb"
    }
  }
}

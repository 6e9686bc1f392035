import Tollgate

/// A command line, completed with what `tollgate serve` finds in the environment and in a file.
///
/// The command line takes precedence over the environment, the environment over the file, and the file over the
/// defaults. An option is taken from one of them as a whole: the values of a repeatable one are not joined.
struct ConfiguredArguments {
  let arguments: [String]
  /// What comes from the environment or the file.
  private let settings: [ServeSetting]

  /// Completes a command line; any other than that of `serve` stays as it is.
  ///
  /// - Parameters:
  ///   - arguments: The command line, without the program's name.
  ///   - warn: Called with a line for each variable that is probably a mistake.
  /// - Throws: ``Failure`` if the file or the environment is wrong.
  init(
    _ arguments: [String], environment: [String: String], warn: (String) -> Void
  ) throws {
    let words = arguments.dropFirst()
    guard arguments.first == "serve", Self.informing.isDisjoint(with: words) else {
      self.arguments = arguments
      settings = []
      return
    }
    let options = try ServeOption.all()
    let given = Given(words, of: options)
    var settings = try ServeSetting.settings(
      environment: environment, options: options, warn: warn)
    if let path = given.configuration ?? environment["TOLLGATE_CONFIG"], !path.isEmpty {
      let known = Set(settings.map(\.option))
      settings += try ServeSetting.settings(file: path, options: options)
        .filter { !known.contains($0.option) }
    }
    settings.removeAll { given.options.contains($0.option) }
    self.settings = settings
    self.arguments =
      ["serve"] + settings.flatMap { $0.option.arguments($0.values) } + Array(words)
  }

  /// What prints something instead of serving, even if the configuration is wrong.
  private static let informing: Set = [
    "--help", "-h", "--version", "--experimental-dump-help", "--generate-completion-script",
  ]

  /// The place of the setting that a message of the argument parser is about; nil if it is about the command line.
  func place(of message: String) -> String? {
    let line = message.prefix { $0 != "\n" }
    return settings.first { setting in
      switch setting.option.kind {
      case .option, .flag:
        line.ranges(of: "--\(setting.option.name)").contains { range in
          line[range.upperBound...].first.map { !($0.isLetter || $0.isNumber || $0 == "-") } ?? true
        }
          || setting.values.contains { line.hasPrefix("\(Failure.prefix)\($0) ") }
      case .argument: setting.values.contains { line.contains("'\($0)'") }
      }
    }?.place
  }
}

extension ConfiguredArguments {
  /// What stands on the command line.
  private struct Given {
    var options: Set<ServeOption> = []
    var configuration: String?

    init(_ words: ArraySlice<String>, of options: [ServeOption]) {
      let named = options.filter { $0.kind != .argument }
      var words = words
      while let word = words.popFirst() {
        guard word != "--" else {
          if !words.isEmpty { self.options.formUnion(options.filter { $0.kind == .argument }) }
          return
        }
        guard word.hasPrefix("--") else {
          self.options.formUnion(options.filter { $0.kind == .argument })
          continue
        }
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
        let name = parts.first ?? ""
        let option = named.first { $0.name == name }
        let isFlag = option?.kind == .flag
        let value = parts.count > 1 || isFlag ? parts.dropFirst().first : words.popFirst()
        if let option { self.options.insert(option) }
        if name == "config" { configuration = value }
      }
    }
  }
}

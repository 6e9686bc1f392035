import Foundation
import Tollgate
import Yams

/// The value of an option of `tollgate serve` from a file or the environment.
struct ServeSetting {
  let option: ServeOption
  let values: [String]
  /// Where it stands: a line of the file, or a variable's name.
  let place: String

  private init(_ option: ServeOption, _ values: [String], at place: String) throws(Failure) {
    if option.kind == .flag, values != ["true"], values != ["false"] {
      throw Failure(in: place, "`\(option.name)` must be true or false")
    }
    self.option = option
    self.values = values
    self.place = place
  }
}

// MARK: - The environment

extension ServeSetting {
  /// Variables with our prefix that are read elsewhere: by other commands, an app's backend, `make` or the tests.
  private static let otherVariables: Set = [
    "TOLLGATE_CONFIG", "TOLLGATE_KEYS", "TOLLGATE_MAIL_SECRET", "TOLLGATE_SECRET_KEY",
    "TOLLGATE_STRICT", "TOLLGATE_TEST_POSTGRES", "TOLLGATE_WEBHOOK_SECRET",
  ]

  /// Reads the environment; an empty variable counts as missing.
  ///
  /// - Parameters:
  ///   - options: The options that can be set.
  ///   - warn: Called with a line for each variable with our prefix that sets nothing.
  /// - Returns: The settings, in the order of the variables' names.
  /// - Throws: ``Failure`` if a variable is misspelled, or a flag's value is neither `true` nor `false`.
  static func settings(
    environment: [String: String], options: [ServeOption], warn: (String) -> Void
  ) throws(Failure) -> [ServeSetting] {
    let byVariable = Dictionary(options.map { ($0.variable, $0) }) { first, _ in first }
    var settings: [ServeSetting] = []
    for (name, text) in environment.sorted(by: { $0.key < $1.key })
    where name.hasPrefix(ServeOption.variablePrefix) && !text.isEmpty
      && !otherVariables.contains(name)
    {
      guard let option = byVariable[name] else {
        if let nearest = nearestName(to: name, in: byVariable.keys.sorted()) {
          throw Failure(
            in: name, "there is no option with this variable; did you mean `\(nearest)`?")
        }
        // A container's platform may set variables with any name.
        warn("warning: \(name) sets no option of `tollgate serve`")
        continue
      }
      let values =
        option.isRepeating
        ? text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } : [text]
      settings.append(try ServeSetting(option, values, at: name))
    }
    return settings
  }
}

// MARK: - A file

extension ServeSetting {
  /// The greatest number of bytes in a configuration file.
  static let fileLimit = 256 * 1024

  /// Reads a YAML file whose keys are the options' names.
  ///
  /// - Parameter options: The options that can be set.
  /// - Returns: The settings, in the file's order.
  /// - Throws: ``Failure`` with the line if the file cannot be read, or a key or the form of a value is wrong.
  static func settings(
    file path: String, options: [ServeOption]
  ) throws(Failure) -> [ServeSetting] {
    guard let root = try node(path) else { return [] }
    guard let mapping = root.mapping else {
      throw Failure(in: path, "the file must contain lines of `option: value`")
    }
    let byName = Dictionary(options.map { ($0.name, $0) }) { first, _ in first }
    var settings: [ServeSetting] = []
    for (key, value) in mapping {
      let place = key.mark.map { "\(path):\($0.line):\($0.column)" } ?? path
      let name = key.scalar?.string ?? ""
      guard let option = byName[name] else {
        let nearest = nearestName(to: name, in: byName.keys.sorted())
        throw Failure(
          in: place,
          "there is no option `\(name)`" + (nearest.map { "; did you mean `\($0)`?" } ?? ""))
      }
      settings.append(try ServeSetting(option, try values(value, of: option, place), at: place))
    }
    return settings
  }

  private static func node(_ path: String) throws(Failure) -> Node? {
    try requireFile(path)
    guard let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: fileLimit + 1)
    else { throw Failure(in: path, "the configuration cannot be read") }
    guard data.count <= fileLimit else {
      throw Failure(in: path, "the configuration is larger than \(fileLimit) bytes")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw Failure(in: path, "the configuration is not in UTF-8")
    }
    do {
      return try Yams.compose(yaml: text)
    } catch {
      throw failure(error, path)
    }
  }

  /// Describes an error without the text around it, which can hold a secret.
  private static func failure(_ error: any Error, _ path: String) -> Failure {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?,
      .composer(_, let problem, let mark, _)?:
      Failure(
        in: "\(path):\(mark.line):\(mark.column)", "this is not valid YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, _)?:
      Failure(in: path, "`\(keys.first ?? "")` is set twice")
    default: Failure(in: path, "this is not valid YAML")
    }
  }

  private static func values(
    _ node: Node, of option: ServeOption, _ place: String
  ) throws(Failure) -> [String] {
    let nodes = option.isRepeating ? node.sequence.map { Array($0) } ?? [node] : [node]
    var values: [String] = []
    for node in nodes {
      guard let text = node.scalar?.string, !text.isEmpty else {
        throw Failure(
          in: place,
          option.isRepeating
            ? "`\(option.name)` must be a value or a list of values"
            : "`\(option.name)` must be one value")
      }
      values.append(text)
    }
    return values
  }
}

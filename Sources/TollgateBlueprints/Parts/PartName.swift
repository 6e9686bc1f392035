package import Foundation

/// The path of a part, relative to the folder of its blueprint: `texts/de.yml`.
///
/// | path | |
/// |---|---|
/// | `paywalls.yml`, `texts/de.yaml` | can be a part |
/// | `../de.yml`, `/etc/de.yml`, `./de.yml` | refused: it may lead out of the folder |
/// | `de.yml`, a symbolic link to `data/de.yml` | can be a part |
/// | `de.yml`, a symbolic link to `../de.yml` | refused when it is read |
enum PartName {
  /// The rule for such paths, which cannot leave the folder.
  static let rule = NameRule(
    pattern: "^([A-Za-z0-9_-][A-Za-z0-9._-]{0,99}/){0,7}[A-Za-z0-9_-][A-Za-z0-9._-]{0,95}\\.ya?ml$",
    expected: "the path of a YAML file below this folder, such as `texts/de.yml`"
  ) { text in
    let names = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = names.last, names.count <= 8 else { return false }
    let stem = last.hasSuffix(".yml") ? last.dropLast(4) : last.dropLast(5)
    guard last.hasSuffix(".yml") || last.hasSuffix(".yaml") else { return false }
    return (names.dropLast() + [stem]).allSatisfy { name in
      let limit = name == stem ? 96 : 100
      guard let first = name.first, first != ".", name.utf8.count <= limit else { return false }
      return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    }
  }

  /// The form of `parts`: one path or several.
  static let form = Form<[String]>.oneOrMore(
    .pattern(rule.expected, rule.pattern, rule.isValid))

  /// The valid paths that a blueprint names, with their nodes.
  static func named(in root: YAMLNode) -> [(name: String, node: YAMLNode)] {
    guard let parts = root["parts"] else { return [] }
    let nodes: [YAMLNode] = if case .list(let items) = parts.content { items } else { [parts] }
    return nodes.compactMap { node in
      guard case .scalar(let name, .text) = node.content, rule.isValid(name) else { return nil }
      return (name, node)
    }
  }

  /// Returns where a part is.
  ///
  /// - Throws: ``BlueprintFileReadError`` if a symbolic link leads out of the blueprint's folder.
  static func file(_ name: String, of blueprint: URL) throws(BlueprintFileReadError) -> URL {
    let folder = blueprint.deletingLastPathComponent().resolvingSymlinksInPath()
    let file = folder.appendingPathComponent(name).resolvingSymlinksInPath()
    let start = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
    guard file.path.hasPrefix(start) else {
      throw BlueprintFileReadError(
        message: "a symbolic link leads out of the blueprint's folder")
    }
    return file
  }
}

extension BlueprintFile {
  /// The parts that a blueprint names, also if it has mistakes; none if its YAML cannot be read.
  ///
  /// - Returns: The paths as they are written, relative to the blueprint's folder.
  package static func parts(of path: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: path), data.count <= byteLimit,
      let text = String(validUTF8: data), text.contains("parts"),
      let document = try? YAMLDocument.read(text, file: path)
    else { return [] }
    return PartName.named(in: document.root).map(\.name)
  }

  /// Returns where a part of a blueprint is.
  ///
  /// - Parameter part: Its path as it is written.
  /// - Returns: The file, with symbolic links resolved.
  /// - Throws: ``BlueprintFileError`` if a symbolic link leads out of the blueprint's folder.
  package static func file(of part: String, in path: String) throws(BlueprintFileError) -> URL {
    do {
      return try PartName.file(part, of: URL(fileURLWithPath: path))
    } catch {
      throw BlueprintFileError(
        code: .unreadable,
        diagnostics: [BlueprintDiagnostic(file: part, line: 0, column: 0, message: error.message)])
    }
  }
}

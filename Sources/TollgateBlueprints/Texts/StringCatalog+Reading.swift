import Foundation
import Tollgate

extension StringCatalog {
  /// The greatest number of bytes in a catalog: 8 MiB.
  static let byteLimit = 8 << 20

  /// Reads a catalog's file.
  ///
  /// JSON is YAML, so the YAML parser reads it, which gives the position of every value and finds duplicate keys.
  ///
  /// - Parameter name: The file's name, as shown in diagnostics.
  /// - Throws: ``BlueprintFileError`` with every mistake found.
  static func read(_ data: Data, name: String) throws(BlueprintFileError) -> StringCatalog {
    let reader = Reader(file: name)
    let start = YAMLNode.Position(line: 1, column: 1)
    guard data.count <= byteLimit else {
      reader.report(.error, at: start, [], "the catalog is larger than \(byteLimit) bytes")
      throw BlueprintFileError(code: .unreadable, diagnostics: reader.diagnostics)
    }
    guard let text = String(validUTF8: data),
      (try? JSONSerialization.jsonObject(with: data)) is [String: Any]
    else {
      reader.report(
        .error, at: start, [], "the file is not a JSON object",
        expected: "a string catalog, as `tollgate texts export` writes it")
      throw BlueprintFileError(code: .unreadable, diagnostics: reader.diagnostics)
    }
    let document = try YAMLDocument.read(CatalogJSON.yaml(of: text), file: name)
    reader.diagnostics += document.diagnostics
    let catalog = CatalogReading(reader: reader).catalog(document.root)
    guard let catalog, reader.diagnostics.isEmpty else {
      throw BlueprintFileError(code: .unreadable, diagnostics: reader.diagnostics.sorted())
    }
    return catalog
  }
}

/// The reading of a catalog's values.
///
/// Anything that may contain a line that a blueprint cannot hold, such as a variation by device, is a mistake. Other
/// unknown members matter only to Xcode, and are ignored.
///
/// | in the catalog | is |
/// |---|---|
/// | `stringUnit` | a line |
/// | `variations.plural` | a line for each category |
/// | `variations.device`, `substitutions` | a mistake |
/// | `comment`, `extractionState`, `shouldTranslate` | ignored |
private struct CatalogReading {
  /// Where mistakes are recorded.
  let reader: Reader

  /// Reads the whole file; nil if what holds the lines is missing.
  func catalog(_ root: YAMLNode) -> StringCatalog? {
    if case .scalar(let version, _)? = root["version"]?.content, !version.hasPrefix("1.") {
      reader.error(at: root["version"] ?? root, "found the version `\(version)`", expected: "`1.0`")
    }
    guard let source = text(root["sourceLanguage"], "sourceLanguage", of: root) else { return nil }
    guard let strings = root["strings"]?.entries else {
      reader.error(at: root, "the catalog lacks `strings`")
      return nil
    }
    return StringCatalog(sourceLanguage: source, entries: strings.map(entry))
  }

  /// Reads a text in all its languages, which are BCP 47 codes.
  private func entry(_ entry: YAMLNode.Entry) -> StringCatalog.Entry {
    var read = StringCatalog.Entry(
      key: StringCatalog.Key(written: entry.key), position: entry.position)
    for language in entry.value["localizations"]?.entries ?? [] {
      if !NameRule.languages.isValid(language.key) {
        reader.report(
          .error, at: language.position, language.value.path, "found `\(language.key)`",
          expected: NameRule.languages.expected)
      }
      read.localizations[language.key] = localization(language.value)
    }
    return read
  }

  /// Reads a text in one language; nil if it could not be read, which is recorded.
  private func localization(_ node: YAMLNode) -> StringCatalog.Localization? {
    guard hasOnly(["stringUnit", "variations"], node) else { return nil }
    if let variations = node["variations"] {
      guard hasOnly(["plural"], variations) else { return nil }
      guard let forms = variations["plural"]?.entries, node["stringUnit"] == nil else {
        reader.error(at: node, "a line is either a `stringUnit` or `variations` by `plural`")
        return nil
      }
      var units: [LocalizedText.PluralForm: StringCatalog.Unit] = [:]
      for form in forms {
        guard hasOnly(["stringUnit"], form.value) else { continue }
        guard let category = LocalizedText.PluralForm(rawValue: form.key),
          LocalizedText.PluralForm.categories.contains(category)
        else {
          let names = LocalizedText.PluralForm.categories.map(\.rawValue)
          reader.report(
            .error, at: form.position, form.value.path, "there is no plural form `\(form.key)`",
            nearest: nearestName(to: form.key, in: names))
          continue
        }
        units[category] = unit(form.value)
      }
      return .plural(units)
    }
    return unit(node).map { .line($0) }
  }

  /// Reads a line and its state.
  private func unit(_ node: YAMLNode) -> StringCatalog.Unit? {
    guard let unit = node["stringUnit"] else {
      reader.error(at: node, "the line lacks `stringUnit`")
      return nil
    }
    guard let written = text(unit["state"], "state", of: unit),
      let value = text(unit["value"], "value", of: unit)
    else { return nil }
    guard let state = StringCatalog.State(rawValue: written) else {
      let names = StringCatalog.State.allCases.map(\.rawValue)
      reader.error(
        at: unit["state"] ?? unit, "there is no state `\(written)`",
        expected: "one of \(names.map { "`\($0)`" }.joined(separator: ", "))",
        nearest: nearestName(to: written, in: names))
      return nil
    }
    return StringCatalog.Unit(
      state: state, value: value, position: unit["value"]?.position ?? unit.position)
  }

  /// Returns a text; nil if there isn't one, which is recorded.
  private func text(_ node: YAMLNode?, _ key: String, of parent: YAMLNode) -> String? {
    if case .scalar(let text, .text)? = node?.content { return text }
    reader.error(at: node ?? parent, "`\(key)` is missing or is not a text")
    return nil
  }

  /// Records keys that may hold lines which would be lost; false if there are any.
  private func hasOnly(_ names: [String], _ node: YAMLNode) -> Bool {
    let others = (node.entries ?? []).filter { !names.contains($0.key) }
    for entry in others {
      reader.report(
        .error, at: entry.position, entry.value.path,
        "a blueprint does not support `\(entry.key)`, so its lines would be lost",
        expected: names.map { "`\($0)`" }.joined(separator: " or "))
    }
    return others.isEmpty
  }
}

extension LocalizedText.PluralForm {
  /// The categories of the CLDR in their usual order.
  static let categories: [Self] = [.zero, .one, .two, .few, .many, .other]
}

/// JSON as YAML 1.1, which differs in a few escapes.
///
/// | in JSON | in YAML |
/// |---|---|
/// | `\/` | `/` |
/// | `\ud83c\udf31`, two halves of a character | `\U0001f331` |
/// | U+2028, which ends a line of YAML | `\U00002028` |
enum CatalogJSON {
  /// Returns a text that the YAML parser reads as the JSON says; lines keep their numbers.
  static func yaml(of json: String) -> String {
    let scalars = Array(json.unicodeScalars)
    var yaml = String.UnicodeScalarView()
    var index = scalars.first == "\u{FEFF}" ? 1 : 0
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "\\", index + 1 < scalars.count {
        if let pair = surrogates(scalars, index) {
          yaml.append(contentsOf: escape(pair).unicodeScalars)
          index += 12
        } else {
          if scalars[index + 1] != "/" { yaml.append(scalar) }
          yaml.append(scalars[index + 1])
          index += 2
        }
        continue
      }
      if WrittenScalar.isPrintable(scalar) || "\n\r\t".unicodeScalars.contains(scalar) {
        yaml.append(scalar)
      } else {
        yaml.append(contentsOf: escape(scalar.value).unicodeScalars)
      }
      index += 1
    }
    return String(yaml)
  }

  /// A code point as YAML escapes it, with eight digits.
  private static func escape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The code point of two escaped halves, as in `\ud83c\udf31`; nil for anything else.
  private static func surrogates(_ scalars: [Unicode.Scalar], _ index: Int) -> UInt32? {
    guard let high = unit(scalars, index), (0xD800..<0xDC00).contains(high),
      let low = unit(scalars, index + 6), (0xDC00..<0xE000).contains(low)
    else { return nil }
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  /// The value of an escape such as `\u00e4` at an index; nil for anything else.
  private static func unit(_ scalars: [Unicode.Scalar], _ index: Int) -> UInt32? {
    guard index + 6 <= scalars.count, scalars[index] == "\\", scalars[index + 1] == "u" else {
      return nil
    }
    return UInt32(String(String.UnicodeScalarView(scalars[(index + 2)..<(index + 6)])), radix: 16)
  }
}

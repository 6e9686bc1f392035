import Foundation
import Tollgate

/// The mistakes found in one reading of a file, and what its forms noted on the way.
package final class Reader {
  package let file: String
  /// The names of the blueprint's parts, in the order in which it names them.
  var parts: [String] = []
  /// Whether the YAML of a file had to be repaired to read it.
  var isRepaired = false
  package internal(set) var diagnostics: [BlueprintDiagnostic] = []
  /// The original positions of the items that were read, for lists with items that were not.
  var positions: [[String]: [Int]] = [:]
  /// The paths of keys that are missing because they are misspelled.
  ///
  /// What follows from the missing value is not reported as well: `product:` in place of `products:` is one mistake, and
  /// not one for each paywall that sells one of them.
  var misspelled: Set<String> = []
  /// Names that a section declares but that could not be read.
  var broken: Set<String> = []
  /// What the forms of a blueprint note for one another; other files leave it as it is.
  var blueprint = BlueprintNotes()
  /// The unknown names so far for which the nearest was looked for.
  private var soughtNames = 0
  /// The unknown names for which it was not, because there are too many.
  var unsoughtNames = 0
  /// The accepted findings that cover a warning.
  var covering: Set<AcceptedFinding> = []
  /// What the checks have gone through.
  let work = CheckedWork()
  /// Reads the picture or the font with a path.
  var fileData: (String) throws -> Data = { _ in
    throw BlueprintFileReadError(message: "there is no such file")
  }

  /// Starts with the mistakes in the document's YAML.
  package init(file: String, diagnostics: [BlueprintDiagnostic] = []) {
    self.file = file
    self.diagnostics = diagnostics
  }

  package func error(
    at node: YAMLNode, _ message: String, expected: String? = nil, nearest: String? = nil
  ) {
    report(
      .error, at: node.position, node.path, message, expected: expected, nearest: nearest)
  }

  /// The name nearest to one that does not exist; nil if none is near enough, or if too many do not exist.
  func nearest(to name: String, in names: @autoclosure () -> [String]) -> String? {
    guard soughtNames < BlueprintError.nearestLimit else {
      unsoughtNames += 1
      return nil
    }
    soughtNames += 1
    return nearestName(to: name, in: names())
  }

  /// Warns once about unknown names for which no nearest was looked for.
  func noteUnsoughtNames(in root: YAMLNode) {
    guard unsoughtNames > 0 else { return }
    report(
      .warning, at: root.position, [],
      "\(unsoughtNames) more names do not exist; suggestions are limited to the first "
        + "\(BlueprintError.nearestLimit): correct those and check again")
  }

  /// Records an unexpected value.
  package func unexpected(_ node: YAMLNode, expected: String, nearest: String? = nil) {
    error(at: node, "found \(node.found)", expected: expected, nearest: nearest)
  }

  func report(
    _ severity: BlueprintDiagnostic.Severity, at position: YAMLNode.Position, _ path: [String],
    _ message: String, expected: String? = nil, nearest: String? = nil,
    finding: FindingKind? = nil
  ) {
    var diagnostic = BlueprintDiagnostic(
      file: name(of: position), line: position.line, column: position.column,
      path: path.joined(separator: "."), severity: severity, message: message,
      expected: expected, nearest: nearest)
    diagnostic.finding = finding
    diagnostics.append(diagnostic)
  }
}

extension Reader {
  /// Returns the bytes of a picture or a font; records an error and returns nil if it cannot be read or has too many.
  ///
  /// - Parameters:
  ///   - path: The path as it is written.
  ///   - what: The kind of file, for messages.
  func bytes(of path: String, _ what: String, atMost limit: Int, at node: YAMLNode) -> [UInt8]? {
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try fileData(path))
    } catch {
      let message = (error as? BlueprintFileReadError)?.message ?? "the file cannot be read"
      self.error(at: node, "the \(what) `\(path)` cannot be read: \(message)")
      return nil
    }
    guard bytes.count <= limit else {
      error(
        at: node, "the \(what) `\(path)` has \(bytes.count) bytes", expected: "at most \(limit)")
      return nil
    }
    return bytes
  }

  /// The name of the file that a position is in.
  func name(of position: YAMLNode.Position) -> String {
    position.part == 0 ? file : parts[position.part - 1]
  }

  /// Records a name that is defined for the second time.
  func error(at second: YAMLNode.Entry, duplicateOf first: YAMLNode.Position) {
    let place =
      first.part == second.position.part
      ? "on line \(first.line)" : "in \(name(of: first)), line \(first.line)"
    report(
      .error, at: second.position, second.value.path,
      "`\(second.key)` is defined twice; the first is \(place)")
  }

  /// Warns about each scalar that appears twice in a list.
  func warnOfRepetition(in nodes: [YAMLNode]) {
    var seen: Set<String> = []
    for node in nodes {
      if case .scalar(let text, _) = node.content, !seen.insert(text).inserted {
        report(.warning, at: node.position, node.path, "`\(text)` is listed twice")
      }
    }
  }

  /// Returns whether a key of a map is missing because it is misspelled.
  func isMisspelled(_ key: String, in node: YAMLNode) -> Bool {
    !misspelled.isEmpty && misspelled.contains((node.path + [key]).joined(separator: "."))
  }

  /// The number of errors so far.
  var errorCount: Int { diagnostics.count { $0.severity == .error } }

  /// The diagnostics in the order of the files, and in each by position.
  ///
  /// A mistake in a named condition is found wherever the name is used, and reported once.
  var sortedDiagnostics: [BlueprintDiagnostic] {
    let order = Dictionary(parts.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    var seen: Set<String> = []
    let reported =
      blueprint.conditions.isEmpty
      ? diagnostics : diagnostics.filter { seen.insert($0.description).inserted }
    return Dictionary(grouping: reported) { order[$0.file] ?? 0 }
      .sorted { $0.key < $1.key }.flatMap { $0.value.sorted() }
  }
}

/// What a blueprint's forms note while it is read.
struct BlueprintNotes {
  /// The language of texts that are written as one line.
  var language = "en"
  /// The languages that the app declares, at their positions; none if it does not say.
  var languages: [YAMLNode.Entry] = []
  /// What the blueprint says once for several things.
  var defaults = BlueprintDefaults()
  /// The names of the named conditions.
  var conditions: [String] = []
  /// Those of them that nothing refers to.
  var unusedConditions: [String] = []
  /// The conditions that are written as several names and nothing else: the names by the paths.
  var namesAtOnce: [String: [String]] = [:]
  /// The main trial, once it was read.
  var trial: Trial?
  /// The allowances that take their number from the trial.
  var trialRules: [YAMLNode] = []
  /// The features, once they were read.
  var features: [Feature.ID: Feature] = [:]
  /// The products that a family can share.
  var familyShareable: Set<CatalogProduct.ID> = []
  /// The pictures that were read, by their paths.
  var pictures: [String: Paywall.Image.File] = [:]
  /// The fonts that were read, by their paths.
  var fonts: [String: Skin.FontFile] = [:]
  /// Texts written inline where they are used.
  var texts: [LocalizedText] = []
  /// The nodes of inline texts, with the lines that `texts` adds to them in other languages.
  var textNodes: [LocalizedText.ID: YAMLNode] = [:]
  /// The nodes of inline texts as they are written.
  var inlineNodes: [LocalizedText.ID: YAMLNode] = [:]
  /// The languages of the parts that hold texts in one language, by the numbers of their files.
  var partLanguages: [Int: YAMLNode.Entry] = [:]
}

public import Foundation
package import Tollgate

/// Checks blueprint files and reports what was checked.
///
/// A file is parsed, its names are resolved, its texts are checked against its tone list and its languages, and its
/// subscriptions and offers against what App Store Connect allows.
///
/// It never throws: a file that cannot be read is a report with an error. `tollgate check` prints it.
///
/// ```swift
/// let report = BlueprintCheck.check(path: "coach.yml")
/// print(report)  // coach.yml:12:7: error: …
/// ```
public enum BlueprintCheck {
  /// Checks a file, its parts, its pictures and fonts, and the `.storekit` file next to it.
  ///
  /// - Returns: The findings, and what was checked.
  public static func check(path: String) -> BlueprintReport {
    let name = URL(fileURLWithPath: path).lastPathComponent
    do {
      return BlueprintReport(of: try BlueprintFile.load(path: path), named: name)
    } catch {
      return BlueprintReport(refused: error, named: name)
    }
  }

  /// Checks a text.
  ///
  /// - Parameters:
  ///   - name: The file's name, as shown in diagnostics.
  ///   - parts: The texts of its parts, by their paths.
  ///   - files: The contents of its pictures and fonts, by their paths.
  ///   - storekit: Reads the `.storekit` file with a name.
  /// - Returns: The findings, and what was checked.
  public static func check(
    _ yaml: String, name: String, parts: [String: String] = [:], files: [String: Data] = [:],
    storekit: (String) throws -> Data
  ) -> BlueprintReport {
    do {
      let file = try BlueprintFile.parse(
        yaml, name: name, parts: parts, files: files, storekit: storekit)
      return BlueprintReport(of: file, named: name)
    } catch {
      return BlueprintReport(refused: error, named: name)
    }
  }

  /// Checks a blueprint without its file, such as one that an earlier version read and a server still serves.
  ///
  /// - Returns: Every mistake, one line each, beginning with where it is in the blueprint; warnings are left out.
  package static func mistakes(in definition: Blueprint.Definition) -> [String] {
    let nowhere = YAMLNode(
      content: .map([]), position: YAMLNode.Position(line: 0, column: 0), path: [])
    let reader = Reader(file: "")
    for mistake in definition.mistakes() {
      reader.report(
        .error, at: nowhere.position, mistake.path, mistake.message, nearest: mistake.nearest)
    }
    StandardTone(definition: definition, root: nowhere, reader: reader).check()
    Advice(definition: definition, root: nowhere, reader: reader).note()
    return reader.diagnostics.filter { $0.severity == .error }.sorted { $0.path < $1.path }
      .map(\.withoutPosition)
  }
}

public import Foundation

/// Checks blueprint files and says what was checked.
///
/// A file is parsed, its names are resolved, its texts are held against its tone list and its languages, and its
/// subscriptions and offers against what App Store Connect allows.
public enum BlueprintCheck {
  /// Checks a file and the `.storekit` file beside it.
  ///
  /// - Parameter path: Where the file is.
  /// - Returns: What was found, and what was checked.
  public static func check(path: String) -> BlueprintReport {
    let name = URL(fileURLWithPath: path).lastPathComponent
    do {
      return BlueprintReport(of: try BlueprintFile.load(path: path), named: name)
    } catch {
      return BlueprintReport(file: name, diagnostics: error.diagnostics, coverage: nil)
    }
  }

  /// Checks a text.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - name: The file's name, as diagnostics show it.
  ///   - storekit: Reads the `.storekit` file of a name.
  /// - Returns: What was found, and what was checked.
  public static func check(
    _ yaml: String, name: String, storekit: (String) throws -> Data
  ) -> BlueprintReport {
    do {
      let file = try BlueprintFile.parse(yaml, name: name, storekit: storekit)
      return BlueprintReport(of: file, named: name)
    } catch {
      return BlueprintReport(file: name, diagnostics: error.diagnostics, coverage: nil)
    }
  }
}

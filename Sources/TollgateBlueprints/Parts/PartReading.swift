import Foundation

/// Reads a blueprint's parts.
///
/// If a part cannot be read, reading stops once all parts have been tried: otherwise everything that it defines would
/// be reported as missing wherever it is used.
struct PartReading {
  /// The greatest number of parts.
  static let limit = 100

  let main: BlueprintSource
  /// Where mistakes are recorded.
  let reader: Reader

  /// Returns the blueprint and its parts, in order.
  ///
  /// - Parameters:
  ///   - identity: The identity of the blueprint's file, which no part may have.
  ///   - read: Reads a part: its contents, and the identity of its file.
  /// - Throws: ``BlueprintFileError`` if a part cannot be read.
  func sources(
    identity: String, read: (String) throws -> (data: Data, identity: String)
  ) throws(BlueprintFileError) -> [BlueprintSource] {
    let named = PartName.named(in: main.root)
    var sources = [main]
    var names: Set<String> = []
    var files: [String: String] = [identity: main.name]
    var code = BlueprintFileError.Code.invalidBlueprint
    var hasFailed = false
    for (name, node) in named.prefix(Self.limit) {
      guard names.insert(name).inserted else {
        reader.error(at: node, "the part `\(name)` is listed twice")
        continue
      }
      do {
        let (data, identity) = try read(name)
        if let other = files[identity] {
          reader.error(at: node, "the part `\(name)` is the same file as `\(other)`")
          continue
        }
        files[identity] = name
        reader.parts.append(name)
        sources.append(try source(name, data, number: reader.parts.count))
      } catch let error as BlueprintFileError {
        reader.diagnostics += error.diagnostics
        code = .invalidYAML
        hasFailed = true
      } catch {
        let message = (error as? BlueprintFileReadError)?.message ?? "the file cannot be read"
        reader.error(at: node, "the part `\(name)` cannot be read: \(message)")
        code = .unreadable
        hasFailed = true
      }
    }
    if named.count > Self.limit {
      reader.error(at: named[Self.limit].node, "more than \(Self.limit) parts")
    }
    if hasFailed { throw BlueprintFileError(code: code, diagnostics: reader.sortedDiagnostics) }
    return sources
  }

  /// Reads a part's YAML.
  private func source(_ name: String, _ data: Data, number: Int) throws -> BlueprintSource {
    guard let text = String(validUTF8: data) else {
      throw BlueprintFileReadError(message: "the file is not valid UTF-8")
    }
    let document = try YAMLDocument.read(text, file: name)
    guard document.root.entries != nil else {
      throw BlueprintFileError(
        code: .invalidBlueprint,
        diagnostics: [
          BlueprintDiagnostic(
            file: name, line: document.root.position.line, column: document.root.position.column,
            message: "found \(document.root.found)", expected: "a map with keys of a blueprint")
        ])
    }
    reader.diagnostics += document.diagnostics
    reader.isRepaired = reader.isRepaired || document.isRepaired
    return BlueprintSource(name: name, text: text, root: document.root.moved(to: number))
  }
}

import Foundation

extension BlueprintFile {
  /// The file with another text, and the parts, the pictures, the fonts and the `.storekit` file that it has now.
  ///
  /// Nothing is read, so a text that names other files has mistakes there.
  ///
  /// - Throws: ``BlueprintFileError`` with every mistake found.
  package func rewritten(_ text: String) throws(BlueprintFileError) -> BlueprintFile {
    let parts = Dictionary(sources.dropFirst().map { ($0.name, $0.text) }) { first, _ in first }
    return try Self.parse(
      text, name: sources.first?.name ?? "blueprint.yml", parts: parts, files: files
    ) { name in
      guard name == storekit, let storekitContents else {
        throw BlueprintFileReadError(message: "there is no such file")
      }
      return storekitContents
    }
  }
}

import ArgumentParser
import Foundation
import TollgateBlueprints

/// Writes blueprints in the house style.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Write blueprints in the house style, and keep their comments.",
    discussion: """
      Keys get the order of the schema, values the quotes that they need, and
      sections a blank line between them. Every comment stays with what it is about,
      and the blueprint means the same as before. A file that cannot be formatted
      without losing something, such as an anchor, is left as it is. Formatting a
      blueprint also formats its parts.

      EXAMPLES:
        tollgate fmt coach.yml
        tollgate fmt Blueprints
        tollgate fmt --check Blueprints      for CI: exit code 1 if a file differs
      """)

  @Argument(help: ArgumentHelp("A blueprint, or a folder of blueprints.", valueName: "path"))
  var files: [String]

  @Flag(help: "Write nothing; name the files that are not in the house style.")
  var check = false

  @OptionGroup
  var outputOptions: OutputOptions

  func run() throws {
    var hasFailed = false
    for path in try BlueprintFolder.expand(files, includesParts: true) {
      let url = URL(fileURLWithPath: path)
      if fails(at: { try format(path, url.lastPathComponent) }) { hasFailed = true }
      for part in BlueprintFile.parts(of: path) {
        let failed = fails {
          _ = try BlueprintFile.file(of: part, in: path)
          return try format(path.dropLast(url.lastPathComponent.count) + part, part)
        }
        if failed { hasFailed = true }
      }
    }
    if hasFailed { throw ExitCode.failure }
  }

  /// Returns whether the command fails after a file was formatted.
  private func fails(at format: () throws -> Bool) -> Bool {
    do {
      return try format() && check
    } catch {
      Output.printError(Failure.description(of: error) ?? "\(error)")
      return true
    }
  }

  /// Formats a file, and reports it if it was not in the house style.
  private func format(_ path: String, _ name: String) throws -> Bool {
    try requireFile(path)
    let url = URL(fileURLWithPath: path)
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(validUTF8: data)
    else { throw Failure(in: path, "the file cannot be read as UTF-8") }
    let tidy = try BlueprintFormat.format(text, name: name)
    guard tidy != text else { return false }
    if !check {
      do { try replaceFile(at: url, with: tidy) } catch {
        throw Failure(in: path, "the file cannot be written")
      }
    }
    Output.print(check ? "\(path): not in the house style" : "\(path): formatted")
    return true
  }
}

/// Writes a file as a whole, so that nobody ever reads a part of it.
///
/// Where the path is a symbolic link, the file that it leads to is replaced, and the link stays. A file that was there
/// keeps its permissions.
func replaceFile(at url: URL, with text: String) throws {
  let file = URL(fileURLWithPath: url.path).resolvingSymlinksInPath()
  var permissions: Any?
  if FileManager.default.fileExists(atPath: file.path) {
    permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
  }
  try Data(text.utf8).write(to: file, options: .atomic)
  if let permissions {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
  }
}

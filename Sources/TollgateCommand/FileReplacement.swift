import Foundation

/// A file that is replaced together with others: all of them, or none.
///
/// Every new file is written next to the old one before the first is renamed. If a rename fails, the earlier ones are
/// undone. If the process is killed between two renames, every file is complete, and repeating the command finishes the
/// work.
struct FileReplacement {
  /// The file, with symbolic links resolved.
  let file: URL
  /// The text that it must still have.
  let old: String
  let new: String

  /// Where the new text waits.
  private var partial: URL {
    file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent).new")
  }

  /// Replaces files.
  ///
  /// - Throws: `Failure` if one has changed or cannot be written, in which case none is replaced.
  static func perform(_ replacements: [FileReplacement]) throws(Failure) {
    defer {
      for replacement in replacements {
        try? FileManager.default.removeItem(at: replacement.partial)
      }
    }
    for replacement in replacements { try replacement.prepare() }
    for (index, replacement) in replacements.enumerated() {
      guard rename(replacement.partial.path, replacement.file.path) != 0 else { continue }
      let kept = replacements[..<index].filter { done in
        do { try replaceFile(at: done.file, with: done.old) } catch { return true }
        return false
      }
      if !kept.isEmpty {
        throw Failure(
          in: kept.map(\.file.path).joined(separator: ", "),
          "replaced, but \(replacement.file.path) could not be")
      }
      throw Failure(in: replacement.file.path, "the file cannot be replaced")
    }
  }

  /// Writes the new text next to the file, with the file's permissions.
  private func prepare() throws(Failure) {
    guard FileManager.default.contents(atPath: file.path) == Data(old.utf8) else {
      throw Failure(in: file.path, "the file has changed since it was read")
    }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      try Data(new.utf8).write(to: partial)
      if let permissions = attributes[.posixPermissions] {
        try FileManager.default.setAttributes(
          [.posixPermissions: permissions], ofItemAtPath: partial.path)
      }
    } catch {
      throw Failure(in: file.path, "the file cannot be written")
    }
  }
}

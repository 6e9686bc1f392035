import Crypto
import Foundation
import Tollgate

/// The SHA-256 of a file, in a file next to it that `sha256sum --check` reads too.
enum Checksum {
  private static let chunk = 1 << 20

  static func write(for file: String) throws {
    let line = "\(try digest(of: file))  \(URL(fileURLWithPath: file).lastPathComponent)\n"
    try Data(line.utf8).write(to: URL(fileURLWithPath: path(for: file)), options: .atomic)
  }

  /// Throws if a file is not the one that its checksum was written for; a file without a checksum is not checked.
  static func check(_ file: String) throws {
    guard let line = FileManager.default.contents(atPath: path(for: file)) else { return }
    guard let expected = String(decoding: line, as: UTF8.self).split(separator: " ").first,
      try digest(of: file) == expected
    else {
      throw Failure(
        in: file, "the file does not match its checksum in \(path(for: file))")
    }
  }

  private static func path(for file: String) -> String { file + ".sha256" }

  private static func digest(of file: String) throws -> String {
    try requireFile(file)
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    defer { try? handle.close() }
    var hash = SHA256()
    while let data = try handle.read(upToCount: chunk), !data.isEmpty { hash.update(data: data) }
    return hash.finalize().hexadecimal
  }
}

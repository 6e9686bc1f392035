import Foundation

/// A file with a server's keys, which only its owner may read or write.
///
/// It is replaced as a whole: after a crash it has the old contents or the new ones.
public struct KeyFile: Sendable {
  /// The file's path, without symbolic links.
  public let path: String

  /// Names a file, which need not exist.
  public init(_ path: String) {
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Whether there is a file.
  public var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Reads the keys.
  ///
  /// - Throws: ``ConfigurationError`` with code `missingKeys` if there is no file, or `keys` if others may read it, or
  ///   it cannot be used.
  public func read() throws(ConfigurationError) -> ServerKeys {
    guard exists else { throw ConfigurationError(.missingKeys, "There is no key file.") }
    let data: Data
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      guard let permissions = attributes[.posixPermissions] as? Int, permissions & 0o077 == 0 else {
        throw ConfigurationError(
          .keys, "Others can read the key file: make it readable by its owner only, with `chmod 600`.")
      }
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      data = try file.read(upToCount: ServerKeys.sizeLimit + 1) ?? Data()
    } catch let error as ConfigurationError {
      throw error
    } catch {
      throw ConfigurationError(.keys, "The key file cannot be read.")
    }
    guard data.count <= ServerKeys.sizeLimit else {
      throw ConfigurationError(
        .keys, "The key file has more than \(ServerKeys.sizeLimit) bytes.")
    }
    return try ServerKeys(json: data)
  }

  /// Writes a new file, durably.
  ///
  /// - Parameter keys: The keys.
  /// - Throws: ``ConfigurationError`` with code `keys`, for example if the file exists; it is then unchanged.
  public func create(_ keys: ServerKeys) throws(ConfigurationError) {
    // Unlike renaming, linking never replaces a file.
    try write(keys) { partial in
      guard link(partial, path) == 0 else { return errno }
      unlink(partial)
      return 0
    }
  }

  /// Replaces the file's contents, durably.
  ///
  /// - Parameter keys: The keys.
  /// - Throws: ``ConfigurationError`` with code `keys`; the file is then unchanged.
  public func replace(_ keys: ServerKeys) throws(ConfigurationError) {
    try write(keys) { rename($0, path) == 0 ? 0 : errno }
  }

  private func write(
    _ keys: ServerKeys, placing place: (String) -> Int32
  ) throws(ConfigurationError) {
    let data = try keys.json()
    let partial = path + ".partial"
    unlink(partial)
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ConfigurationError(
        .keys, "The key file cannot be written: check that its folder exists and is writable.")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: data)
      try file.synchronize()
    } catch {
      unlink(partial)
      throw ConfigurationError(.keys, "The key file cannot be written.")
    }
    let failure = place(partial)
    guard failure == 0 else {
      unlink(partial)
      throw ConfigurationError(
        .keys,
        failure == EEXIST ? "The key file already exists." : "The key file cannot be written.")
    }
    // The file's name is durable once its folder is.
    let folder = open(
      URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

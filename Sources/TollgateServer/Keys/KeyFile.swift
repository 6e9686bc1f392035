import Foundation

/// A file with a server's keys, which only its owner may read or write.
///
/// It is replaced atomically: after a crash it has the old contents or the new ones. Processes that change it wait for
/// each other, so no change is lost.
///
/// ```swift
/// let file = KeyFile("/etc/tollgate/live.keys")
/// let next = try file.change { keys in try keys.add(.answers, at: now) }
/// ```
public struct KeyFile: Sendable {
  /// The file's path, without symbolic links.
  public let path: String

  /// Names a file, which need not exist.
  public init(_ path: String) {
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  public var exists: Bool { FileManager.default.fileExists(atPath: path) }

  private var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// Reads the keys.
  ///
  /// - Throws: ``ConfigurationError`` with code `missingKeys` if there is no file, or `keys` if others may read it, or
  ///   it cannot be used.
  public func read() throws(ConfigurationError) -> ServerKeys {
    guard exists else { throw Self.missing }
    let data: Data
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw ConfigurationError(
          .keys, "This is a folder, or a special file: name the file that contains the keys.")
      }
      guard let permissions = attributes[.posixPermissions] as? Int, permissions & 0o077 == 0 else {
        throw ConfigurationError(
          .keys,
          "Others can read the key file: make it readable by its owner only, with `chmod 600`.")
      }
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      data = try file.read(upToCount: ServerKeys.sizeLimit + 1) ?? Data()
    } catch let error as ConfigurationError {
      throw error
    } catch {
      throw ConfigurationError(
        .keys,
        "The key file cannot be read: run this as the user who owns it, or change that with `chown`."
      )
    }
    guard data.count <= ServerKeys.sizeLimit else {
      throw ConfigurationError(
        .keys,
        """
        This file is too long for server keys, which have at most \(ServerKeys.sizeLimit) bytes: name the file that \
        contains them.
        """)
    }
    return try ServerKeys(json: data)
  }

  /// Writes a new file, durably.
  ///
  /// - Throws: ``ConfigurationError`` with code `keys`, for example if the file exists; it is then unchanged.
  public func create(_ keys: ServerKeys) throws(ConfigurationError) {
    // Unlike renaming, linking never replaces a file.
    try write(keys) { partial in
      guard link(partial, path) == 0 else { return errno }
      unlink(partial)
      return 0
    }
  }

  /// Changes the keys in the file, durably, while no other process changes them.
  ///
  /// It waits for any process that does, by a lock on the file's folder
  /// ([flock](https://man7.org/linux/man-pages/man2/flock.2.html)): the file itself is replaced.
  ///
  /// - Parameter change: Changes the keys; it must not call this method.
  /// - Throws: ``ConfigurationError`` with code `missingKeys` or `keys`, or what `change` throws; the file is then
  ///   unchanged.
  public func change<Value>(
    _ change: (inout ServerKeys) throws(ConfigurationError) -> Value
  ) throws(ConfigurationError) -> Value {
    guard exists else { throw Self.missing }
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unwritable(errno) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Self.unwritable(errno) }
    }
    var keys = try read()
    let value = try change(&keys)
    try write(keys) { partial in
      // The owner stays: a command that root runs must not take the file from the server's user.
      let old = try? FileManager.default.attributesOfItem(atPath: path)
      if let owner = old?[.ownerAccountID] as? Int, let group = old?[.groupOwnerAccountID] as? Int,
        chown(partial, uid_t(owner), gid_t(group)) != 0
      {
        return errno
      }
      return rename(partial, path) == 0 ? 0 : errno
    }
    return value
  }

  private func write(
    _ keys: ServerKeys, placing place: (String) -> Int32
  ) throws(ConfigurationError) {
    let data = try keys.json()
    let partial = "\(path).partial-\(UUID().uuidString)"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.unwritable(errno) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: data)
      try file.synchronize()
    } catch {
      unlink(partial)
      throw ConfigurationError(
        .keys, "The key file cannot be written: its disk is full or fails.")
    }
    let failure = place(partial)
    guard failure == 0 else {
      unlink(partial)
      throw Self.unwritable(failure)
    }
    // The file's name is durable once its folder is.
    let folder = open(folder, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private static let missing = ConfigurationError(
    .missingKeys,
    "There is no key file here: name another, or create it with `tollgate server-keys create`.")

  /// The error for a file that cannot be written, with advice for the operator about the system's reason.
  private static func unwritable(_ reason: Int32) -> ConfigurationError {
    switch reason {
    case EEXIST:
      ConfigurationError(
        .keys,
        """
        The key file already exists: name another, or move this one away if its ledger is gone.
        """)
    case ENOENT, ENOTDIR:
      ConfigurationError(
        .keys, "The key file cannot be written: its folder does not exist, so create that first.")
    case EACCES, EPERM:
      ConfigurationError(
        .keys,
        "The key file cannot be written: let the user that runs this write to the file's folder.")
    case EROFS:
      ConfigurationError(
        .keys,
        "The key file cannot be written: its folder is on a read-only file system; name another.")
    case ENOSPC, EDQUOT:
      ConfigurationError(.keys, "The key file cannot be written: free space on its disk.")
    default:
      ConfigurationError(
        .keys,
        "The key file cannot be written: \(String(cString: strerror(reason))) (errno \(reason)).")
    }
  }
}

import Foundation
import TollgateMutex

/// A ledger's file: locked for one process, accessible only to its owner, and checked for replacement.
///
/// SQLite's own locks let several processes write in turn, but a server caches customers, so a second one would decide
/// on stale counts. The lock is [`flock`](https://man7.org/linux/man-pages/man2/flock.2.html) on a file next to the
/// database: the system releases it when the process ends, however it ends.
final class LedgerFile: Sendable {
  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  private let path: String
  private let lock: Mutex<Int32?>
  private let identity: Identity

  /// Locks a file, and creates an empty one that only its owner may read and write if there isn't one.
  ///
  /// - Parameter mayCreate: Whether it is created if it does not exist.
  /// - Throws: ``LedgerError`` with code `missing`, `inUse` or `readOnly`; the file is then unchanged.
  init(_ path: String, mayCreate: Bool, isLocked: Bool = true) throws(LedgerError) {
    let path = Self.resolved(path)
    self.path = path
    guard mayCreate || Self.identity(of: path) != nil else {
      throw LedgerError(.missing, "There is no database file.")
    }
    lock = Mutex(isLocked ? try Self.lock(path + "-lock") : nil)
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if file >= 0 {
      // A file that was copied here may be readable by others.
      fchmod(file, 0o600)
      close(file)
    }
    guard let identity = Self.identity(of: path) else { throw LedgerError.cannotOpen }
    self.identity = identity
  }

  deinit { unlock() }

  /// Whether the path still leads to the file that was opened.
  var isInPlace: Bool { Self.identity(of: path) == identity }

  /// Lets another process open the file.
  func unlock() {
    lock.withLock { descriptor in
      if let open = descriptor { close(open) }
      descriptor = nil
    }
  }

  /// The path without symbolic links, so that every way to the file leads to the same lock.
  static func resolved(_ path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    let url = URL(fileURLWithPath: path)
    guard let folder = realpath(url.deletingLastPathComponent().path, nil) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + url.lastPathComponent
  }

  private static func lock(_ path: String) throws(LedgerError) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw LedgerError.cannotOpen }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw LedgerError(
        .inUse,
        "Another process has the database file open: stop it first, or use another file.")
    }
    return descriptor
  }

  private static func identity(of path: String) -> Identity? {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    return Identity(device: UInt64(information.st_dev), inode: UInt64(information.st_ino))
  }
}

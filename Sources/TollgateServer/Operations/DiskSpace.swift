import Foundation

/// The free space of file systems.
public enum DiskSpace {
  /// Returns the space on the disk of a file that this process may use.
  ///
  /// - Parameter path: A file or folder that exists.
  /// - Returns: The space in bytes; nil if it is unknown.
  public static func free(at path: String) -> Int64? {
    var information = statvfs()
    guard statvfs(path, &information) == 0 else { return nil }
    return Int64(clamping: UInt64(information.f_bavail) * UInt64(information.f_frsize))
  }
}

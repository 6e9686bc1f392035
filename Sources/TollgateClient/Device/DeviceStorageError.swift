import Foundation

/// An error of a ``DeviceStorage`` that says more than that something failed.
public enum DeviceStorageError: Error, Hashable, Sendable {
  /// Protected data is not available, as before the first unlock after a restart of the device.
  ///
  /// Whether something is stored is then unknown, which differs from nothing being stored.
  case unavailable
}

extension DeviceStorageError {
  /// The error of an operation on a file: ``unavailable`` if the system denies access to it, else the same error.
  static func ofFile(_ error: any Error) -> any Error {
    switch error {
    case let error as CocoaError:
      [.fileReadNoPermission, .fileWriteNoPermission].contains(error.code) ? unavailable : error
    case let error as POSIXError:
      [.EPERM, .EACCES].contains(error.code) ? unavailable : error
    default: error
    }
  }
}

public import Foundation

/// A device's persistent storage for the client.
public protocol DeviceStorage: Sendable {
  /// Reads the data stored under a name, or nil if there isn't one.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where it is stored.
  /// - Returns: The data, byte for byte; nil only if nothing is stored.
  /// - Throws: ``DeviceStorageError/unavailable`` if it cannot be read now, as before the first unlock after a restart:
  ///   the client then keeps what is stored and asks again. Any other error if it could not be read.
  func read(_ name: String, from area: StorageArea) throws -> Data?

  /// Writes data under a name, atomically.
  ///
  /// - Parameters:
  ///   - data: The data to store.
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where to store it.
  /// - Throws: ``DeviceStorageError/unavailable`` if it cannot be written now: the client then tries again. Any other
  ///   error if it could not be written. Data stored before is then unchanged.
  func write(_ data: Data, as name: String, to area: StorageArea) throws

  /// Removes the data stored under a name; does nothing if there isn't one.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where it is stored.
  /// - Throws: ``DeviceStorageError/unavailable`` if it cannot be removed now: the client then tries again. Any other
  ///   error if it could not be removed.
  func remove(_ name: String, from area: StorageArea) throws

  /// Reads the data stored under several names, as the client does once when it starts.
  ///
  /// Implement it if one request can read all names; by default, each is read with ``read(_:from:)``.
  ///
  /// - Returns: The data by name, without the names under which nothing is stored.
  /// - Throws: As ``read(_:from:)`` does, for the first that cannot be read.
  func read(_ names: [String], from area: StorageArea) throws -> [String: Data]

  /// Appends data to what is stored under a name, which need not exist.
  ///
  /// The client appends a record for each waiting report. Implement it if the storage can append without rewriting
  /// everything; by default, the data is read and written again with ``write(_:as:to:)``.
  ///
  /// - Parameters:
  ///   - data: The data to add.
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where it is stored.
  /// - Throws: ``DeviceStorageError/unavailable`` if it cannot be written now: the client then tries again. Any other
  ///   error if it could not be written. What was stored before must still be intact; a part of the data may follow it.
  func append(_ data: Data, to name: String, in area: StorageArea) throws

  /// Whether changes take no time, as in memory, so that the client makes them immediately.
  ///
  /// By default, the client changes storage in the background, one change at a time and in order, and waits where a
  /// guarantee depends on it: nothing is sent, bought or counted before what led to it is stored.
  var writesImmediately: Bool { get }
}

extension DeviceStorage {
  /// Reads each name by itself.
  public func read(_ names: [String], from area: StorageArea) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in names { found[name] = try read(name, from: area) }
    return found
  }

  /// Reads what is stored, appends the data, and writes the result.
  public func append(_ data: Data, to name: String, in area: StorageArea) throws {
    try write((try read(name, from: area) ?? Data()) + data, as: name, to: area)
  }

  /// False: changes are made in the background.
  public var writesImmediately: Bool { false }
}

/// A part of a device's storage.
public enum StorageArea: String, Hashable, Sendable, CaseIterable {
  /// For secrets and the device's identifier; it survives a reinstall of the app.
  case keychain
  /// For everything else; it is deleted with the app.
  case files
}

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

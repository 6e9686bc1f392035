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
}

/// A part of a device's storage.
public enum StorageArea: String, Hashable, Sendable, CaseIterable {
  /// For secrets and the device's identifier; it survives a reinstall of the app.
  case keychain
  /// For everything else; it is deleted with the app.
  case files
}

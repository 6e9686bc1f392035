public import Foundation

/// A device's persistent storage for the client.
public protocol DeviceStorage: Sendable {
  /// Reads the data stored under a name, or nil if there isn't one.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where it is stored.
  /// - Returns: The data, byte for byte.
  /// - Throws: Any error if it could not be read.
  func read(_ name: String, from area: StorageArea) throws -> Data?

  /// Writes data under a name, atomically.
  ///
  /// - Parameters:
  ///   - data: The data to store.
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where to store it.
  /// - Throws: Any error if it could not be written; data stored before is then unchanged.
  func write(_ data: Data, as name: String, to area: StorageArea) throws

  /// Removes the data stored under a name; does nothing if there is none.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where it is stored.
  /// - Throws: Any error if it could not be removed.
  func remove(_ name: String, from area: StorageArea) throws
}

/// A part of a device's storage.
public enum StorageArea: String, Hashable, Sendable, CaseIterable {
  /// For secrets and the device's identifier; it survives a reinstall of the app.
  case keychain
  /// For everything else; it is deleted with the app.
  case files
}

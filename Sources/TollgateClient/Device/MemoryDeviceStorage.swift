public import Foundation
import TollgateMutex

/// A device's storage in memory, for tests and simulated phones.
public final class MemoryDeviceStorage: DeviceStorage {
  private struct Place: Hashable {
    let area: StorageArea
    let name: String
  }

  private let contents = Mutex<[Place: Data]>([:])

  public init() {}

  /// Reads the data stored under a name, or nil if there isn't one.
  public func read(_ name: String, from area: StorageArea) -> Data? {
    contents.withLock { $0[Place(area: area, name: name)] }
  }

  public func write(_ data: Data, as name: String, to area: StorageArea) {
    contents.withLock { $0[Place(area: area, name: name)] = data }
  }

  /// Reads the data stored under several names.
  public func read(_ names: [String], from area: StorageArea) -> [String: Data] {
    contents.withLock { contents in
      var found: [String: Data] = [:]
      for name in names { found[name] = contents[Place(area: area, name: name)] }
      return found
    }
  }

  /// Appends data to what is stored under a name.
  public func append(_ data: Data, to name: String, in area: StorageArea) {
    contents.withLock { $0[Place(area: area, name: name), default: Data()] += data }
  }

  /// True: a test that starts the client again finds all that the first one stored.
  public var writesImmediately: Bool { true }

  /// Removes the data stored under a name.
  public func remove(_ name: String, from area: StorageArea) {
    contents.withLock { _ = $0.removeValue(forKey: Place(area: area, name: name)) }
  }

  /// The names under which data is stored, sorted.
  public func names(in area: StorageArea) -> [String] {
    contents.withLock { $0.keys.filter { $0.area == area }.map(\.name).sorted() }
  }

  /// Simulates deleting and reinstalling the app: the files are gone, the keychain stays.
  public func reinstall() {
    contents.withLock { contents in contents = contents.filter { $0.key.area == .keychain } }
  }
}

import Foundation
import Tollgate

/// The client's cache between launches; each part is separate, versioned and written atomically.
struct DeviceCache: Sendable {
  /// The version of the format; data of another version is not read.
  static let version = 1

  /// A remembered part and where it is kept.
  struct Part<Value: Codable & Sendable>: Sendable {
    let name: String
    let area: StorageArea
  }

  /// A part as it is stored; decoding stops if it is of another version.
  private struct Versioned<Value: Codable>: Codable {
    let version: Int
    let value: Value?

    init(_ value: Value) {
      version = DeviceCache.version
      self.value = value
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version = try container.decode(Int.self, forKey: .version)
      value =
        version == DeviceCache.version
        ? try container.decode(Value.self, forKey: .value) : nil
    }
  }

  let storage: any DeviceStorage

  /// Reads a part; nil if nothing was stored.
  ///
  /// - Throws: ``ClientError`` with code `cacheCorrupt` or `cacheOfOtherVersion`, after which the part is removed,
  ///   `storageUnavailable` or `storageFailed`.
  func load<Value>(_ part: Part<Value>) throws(ClientError) -> Value? {
    let data: Data
    do {
      guard let stored = try storage.read(part.name, from: part.area) else { return nil }
      data = stored
    } catch DeviceStorageError.unavailable {
      throw ClientError(.storageUnavailable)
    } catch {
      throw ClientError(.storageFailed)
    }
    let written: Versioned<Value>
    do {
      written = try JSONDecoder().decode(Versioned<Value>.self, from: data)
    } catch {
      try clear(part)
      throw ClientError(.cacheCorrupt)
    }
    guard let value = written.value else {
      try clear(part)
      throw ClientError(.cacheOfOtherVersion)
    }
    return value
  }

  /// Writes a part.
  ///
  /// - Throws: ``ClientError`` with code `storageFailed`.
  func save<Value>(_ value: Value, as part: Part<Value>) throws(ClientError) {
    do {
      let data = try JSONEncoder().encode(Versioned(value))
      try storage.write(data, as: part.name, to: part.area)
    } catch {
      throw ClientError(.storageFailed)
    }
  }

  /// Removes a part.
  ///
  /// - Throws: ``ClientError`` with code `storageFailed`.
  func clear<Value>(_ part: Part<Value>) throws(ClientError) {
    do { try storage.remove(part.name, from: part.area) } catch {
      throw ClientError(.storageFailed)
    }
  }
}

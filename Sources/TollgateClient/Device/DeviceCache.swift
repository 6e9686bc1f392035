import Foundation
import Tollgate
import TollgateWire

/// The client's cache between launches; each part is separate, versioned and written atomically.
enum DeviceCache {
  /// The version of the format; data of another version is not read.
  static let version = 1

  /// The keys of the parts that a launch reads.
  enum Key: String { case body, customer, instant, kind, signature, tag, uptime, value, version }

  /// A remembered part and where it is kept.
  struct Part<Value: Codable & Sendable>: Sendable {
    let name: String
    let area: StorageArea
  }

  /// The names of all parts in an area, which are read together.
  static func names(in area: StorageArea) -> [String] {
    switch area {
    case .keychain: [Part.device.name, Part.session.name, Part.endedSessions.name]
    case .files:
      [
        Part.installation.name, Part.onboarding.name, Part.customer.name, Part.blueprint.name,
        Part.clock.name, Part.outbox.name, Part.attempts.name, Part.shown.name, Part.nudges.name,
      ]
    }
  }

  /// A part as it is stored.
  ///
  /// It has no constraint on its value: Swift's runtime would search for the conformance of each part at launch.
  fileprivate struct Versioned<Value> {
    let version: Int
    let value: Value?

    init(_ value: Value) {
      version = DeviceCache.version
      self.value = value
    }
  }
}

extension DeviceCache.Versioned: Decodable where Value: Decodable {
  /// Decodes a part, unless it is of another version.
  init(from decoder: any Decoder) throws {
    let wire = try WireReader<DeviceCache.Key>(decoder)
    version = try wire.decode(Int.self, forKey: .version)
    value = version == DeviceCache.version ? try wire.decode(Value.self, forKey: .value) : nil
  }
}

extension DeviceCache.Versioned: Encodable where Value: Encodable {
  func encode(to encoder: any Encoder) throws {
    var wire = WireWriter<DeviceCache.Key>(encoder)
    try wire.encode(version, forKey: .version)
    try wire.encodeIfPresent(value, forKey: .value)
  }
}

extension DeviceCache.Part {
  /// Decodes a value that was stored.
  ///
  /// - Throws: ``ClientError`` with code `cacheCorrupt` or `cacheOfOtherVersion`.
  func value(from data: Data) throws(ClientError) -> Value {
    let written: DeviceCache.Versioned<Value>
    do {
      written = try JSONDecoder().decode(DeviceCache.Versioned<Value>.self, from: data)
    } catch {
      throw ClientError(.cacheCorrupt)
    }
    guard let value = written.value else { throw ClientError(.cacheOfOtherVersion) }
    return value
  }

  /// The change that stores a value.
  func change(to value: Value) -> DeviceChange {
    DeviceChange(
      .write(
        DeviceChange.Contents(records: nil) {
          try JSONEncoder().encode(DeviceCache.Versioned(value))
        }), of: name, in: area)
  }

  /// The change that removes what is stored.
  var removal: DeviceChange { DeviceChange(.remove, of: name, in: area) }
}

extension DeviceCache.Part where Value == [PendingWrite] {
  /// The change that stores all waiting reports.
  func rewriting(_ writes: Value) -> DeviceChange {
    DeviceChange(.write(contents(writes)), of: name, in: area)
  }

  /// The change that adds a record, after which `writes` wait.
  func adding(_ record: OutboxJournal.Record, to writes: Value) -> DeviceChange {
    DeviceChange(
      .append([{ try OutboxJournal.data(record) }], orWrite: contents(writes)), of: name, in: area)
  }

  private func contents(_ writes: Value) -> DeviceChange.Contents {
    DeviceChange.Contents(records: writes.count) { try OutboxJournal.data(writes) }
  }
}

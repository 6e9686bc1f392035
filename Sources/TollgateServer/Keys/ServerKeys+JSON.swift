public import Foundation
import Tollgate

extension ServerKeys {
  /// The greatest length of the JSON in bytes.
  public static let sizeLimit = 65_536

  /// Reads keys from JSON, as ``json()`` writes them.
  ///
  /// - Parameter json: The bytes of a key file or of the environment variable `TOLLGATE_KEYS`.
  /// - Throws: ``ConfigurationError`` with code `keys`, without any of the text.
  public init(json: some Sequence<UInt8>) throws(ConfigurationError) {
    let unreadable = ConfigurationError(
      .keys,
      """
      These are not server keys: use those that `tollgate server-keys create` wrote, or restore them from their backup.
      """)
    let form: Form
    do {
      form = try JSONDecoder().decode(Form.self, from: Data(json))
    } catch {
      throw unreadable
    }
    guard form.format == Form.current else {
      throw ConfigurationError(.keys, "A newer version wrote the server keys: use that version.")
    }
    var keys: [ServerKey] = []
    for key in form.keys {
      guard let createdAt = Instant(key.createdAt),
        let currentSince = Instant(key.currentSince ?? key.createdAt)
      else { throw unreadable }
      guard let secret = key.secret else {
        guard key.state == .retired else { throw unreadable }
        keys.append(ServerKey(retired: key.id, for: key.use, createdAt: createdAt))
        continue
      }
      var read = try ServerKey(
        for: key.use, secret: Array(secret), createdAt: createdAt, state: key.state)
      guard key.state != .retired, read.id == key.id else {
        throw ConfigurationError(
          .keys, "The server key \(key.id) is damaged: restore the keys from their backup.")
      }
      read.currentSince = key.currentSince == nil ? nil : currentSince
      keys.append(read)
    }
    try self.init(keys)
  }

  /// Returns the keys with their secrets as one line of JSON; the same keys have the same bytes.
  ///
  /// - Throws: ``ConfigurationError`` with code `keys` if they cannot be written.
  public func json() throws(ConfigurationError) -> Data {
    let form = Form(
      format: Form.current,
      keys: keys.map { key in
        Form.Key(
          id: key.id, use: key.use, state: key.state, createdAt: key.createdAt.description,
          currentSince: key.currentSince?.description,
          secret: key.state == .retired ? nil : Data(key.secret))
      })
    do {
      return try JSON.encoder.encode(form) + [UInt8(ascii: "\n")]
    } catch {
      throw ConfigurationError(.keys, "The server keys cannot be written as JSON.")
    }
  }

  private struct Form: Codable {
    static let current = 1

    struct Key: Codable {
      let id: String
      let use: ServerKey.Use
      let state: ServerKey.State
      let createdAt: String
      /// Absent for a key that never signed, or is retired.
      let currentSince: String?
      let secret: Data?
    }

    let format: Int
    let keys: [Key]
  }
}

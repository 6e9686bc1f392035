import Foundation
import TollgateWire

/// JSON in the server's form: sorted keys, so that equal values have equal bytes.
enum JSON {
  static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  private static let decoder = JSONDecoder()

  /// Encodes a value; the same value has the same bytes, which signatures and stored responses rely on.
  static func bytes(_ value: some Encodable) throws(Problem) -> [UInt8] {
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw Problem(.internalError, "The answer could not be written.")
    }
  }

  /// How many levels of arrays and objects a value of any form may have.
  static let levelLimit = 16
  /// How many arrays, objects and further elements of these it may have.
  static let elementLimit = 10_000

  /// Whether there are at most ``levelLimit`` levels and ``elementLimit`` elements, in bytes that need not be JSON.
  ///
  /// JSON in UTF-8 has no zero bytes; in another encoding, a level looks like text.
  static func isSimple(_ bytes: some Sequence<UInt8>) -> Bool {
    var level = 0
    var elements = 0
    var isText = false
    var isEscaped = false
    for byte in bytes {
      if byte == 0 { return false }
      if isEscaped {
        isEscaped = false
      } else if isText {
        isEscaped = byte == UInt8(ascii: "\\")
        isText = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        level += 1
        elements += 1
        if level > levelLimit || elements > elementLimit { return false }
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        level -= 1
      } else if byte == UInt8(ascii: ",") {
        elements += 1
        if elements > elementLimit { return false }
      }
    }
    return true
  }

  /// Decodes a body; the problem says what was expected and where, and nothing about the received values.
  static func value<Value: Decodable>(
    _ type: Value.Type, from bytes: some Sequence<UInt8>
  ) throws(Problem) -> Value {
    do {
      return try decoder.decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw Problem(.invalidJSON, error.message)
    } catch {
      throw Problem(.invalidJSON, "The body is not JSON.")
    }
  }
}

extension DecodingError {
  fileprivate var message: String {
    switch self {
    case .keyNotFound(let key, let context):
      "`\((context.codingPath + [key]).written)` is missing."
    case .typeMismatch(let type, let context):
      "\(context.codingPath.subject) must be \(Self.name(of: type))."
    case .valueNotFound(let type, let context):
      "\(context.codingPath.subject) must be \(Self.name(of: type)), not null."
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "The body is not JSON."
        : "\(context.codingPath.subject) cannot be read\(Self.expectation(of: context))."
    @unknown default: "The body cannot be read."
    }
  }

  /// What a type of this package expected, which never says what it got; empty for Foundation's own descriptions.
  private static func expectation(of context: Context) -> String {
    context.debugDescription.hasPrefix("expected ") ? ": \(context.debugDescription)" : ""
  }

  private static func name(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is Int.Type, is Int64.Type: "a whole number"
    case is [Any].Type: "an array"
    default: "an object"
    }
  }
}

extension [any CodingKey] {
  fileprivate var written: String {
    map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }

  fileprivate var subject: String { isEmpty ? "The body" : "`\(written)`" }
}

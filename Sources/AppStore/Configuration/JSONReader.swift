/// Reads a JSON tree field by field, collecting every mistake and every key that nobody asked for.
final class JSONReader {
  private(set) var mistakes: [StoreKitConfigurationError.Mistake] = []
  private(set) var ignored: [String] = []

  /// An object of the tree with the path that leads to it.
  struct Object {
    let path: String
    let fields: [String: JSONValue]

    func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
  }

  func mistake(_ code: StoreKitConfigurationError.Code, _ path: String, _ sentence: String) {
    mistakes.append(.init(code: code, path: path, sentence: sentence))
  }

  /// Notes the keys of an object that are not `known`.
  func ignore(in object: Object, except known: Set<String>) {
    ignored += object.fields.keys.filter { !known.contains($0) }.sorted().map(object.path(of:))
  }

  func object(_ object: Object, _ key: String) -> Object? {
    switch object.fields[key] {
    case .object(let fields): return Object(path: object.path(of: key), fields: fields)
    case nil, .null: return nil
    case .bool, .integer, .number, .string, .array:
      mistake(.unexpected, object.path(of: key), "expected an object")
      return nil
    }
  }

  /// The objects of an array; none when the key is absent.
  func objects(_ object: Object, _ key: String) -> [Object] {
    let path = object.path(of: key)
    switch object.fields[key] {
    case nil, .null: return []
    case .array(let values):
      return values.enumerated().compactMap { index, value in
        guard case .object(let fields) = value else {
          mistake(.unexpected, "\(path)[\(index)]", "expected an object")
          return nil
        }
        return Object(path: "\(path)[\(index)]", fields: fields)
      }
    case .bool, .integer, .number, .string, .object:
      mistake(.unexpected, path, "expected an array")
      return []
    }
  }

  func string(_ object: Object, _ key: String, or fallback: String? = nil) -> String {
    parsed(object, key, "a string", or: fallback) { $0 } ?? ""
  }

  func bool(_ object: Object, _ key: String, or fallback: Bool = false) -> Bool {
    switch object.fields[key] {
    case .bool(let value): return value
    case nil, .null: return fallback
    case .integer, .number, .string, .array, .object:
      mistake(.unexpected, object.path(of: key), "expected true or false")
      return fallback
    }
  }

  /// A whole number; `nil` when it is absent.
  func integer(_ object: Object, _ key: String, in range: ClosedRange<Int64>) -> Int? {
    switch object.fields[key] {
    case .integer(let value) where range.contains(value): return Int(value)
    case nil, .null: return nil
    case .integer, .bool, .number, .string, .array, .object:
      mistake(
        .unexpected, object.path(of: key),
        "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
  }

  /// A string that `parse` understands; a mistake is noted when it is absent and has no fallback.
  func parsed<Value>(
    _ object: Object, _ key: String, _ expected: String, or fallback: Value? = nil,
    _ parse: (String) -> Value?
  ) -> Value? {
    switch object.fields[key] {
    case .string(let text):
      if let value = parse(text) { return value }
      mistake(.unexpected, object.path(of: key), "expected \(expected)")
    case nil, .null:
      if let fallback { return fallback }
      mistake(.missing, object.path(of: key), "expected \(expected)")
    case .bool, .integer, .number, .array, .object:
      mistake(.unexpected, object.path(of: key), "expected \(expected)")
    }
    return nil
  }
}

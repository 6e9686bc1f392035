/// Reads a JSON tree field by field, collecting every mistake and everything that is ignored.
///
/// A value of another type that can only mean one thing, such as the number 9.99 for the text `"9.99"`, is interpreted
/// as such, with a warning.
final class JSONReader {
  private(set) var mistakes: [StoreKitConfigurationError.Mistake] = []

  /// What is ignored, by its path, and what is interpreted differently than written, by its path and how.
  private(set) var warnings: [String] = []

  private var isLenient = false

  /// An object of the tree with the path that leads to it.
  struct Object {
    let path: String
    let fields: [String: JSONValue]

    func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
  }

  func mistake(_ code: StoreKitConfigurationError.Code, _ path: String, _ message: String) {
    guard !isLenient else { return warning(path, "\(message); it is ignored") }
    mistakes.append(.init(code: code, path: path, message: message))
  }

  func warning(_ path: String, _ message: String) {
    warnings.append("\(path): \(message)")
  }

  /// Reads a part that a product can do without: its mistakes become warnings.
  func leniently<Value>(_ read: () -> Value) -> Value {
    let wasLenient = isLenient
    isLenient = true
    defer { isLenient = wasLenient }
    return read()
  }

  /// Records a part that is ignored.
  func ignore(_ path: String) { warnings.append(path) }

  /// Records the keys of an object that are not `known`.
  func ignore(in object: Object, except known: Set<String>) {
    warnings += object.fields.keys.filter { !known.contains($0) }.sorted().map(object.path(of:))
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

  /// The objects of an array; empty if the key is absent.
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
}

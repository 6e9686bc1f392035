extension JSONReader {
  func string(_ object: Object, _ key: String, or fallback: String? = nil) -> String {
    parsed(object, key, "a string", or: fallback) { $0 } ?? fallback ?? ""
  }

  func bool(_ object: Object, _ key: String, or fallback: Bool = false) -> Bool {
    switch object.fields[key] {
    case .bool(let value): return value
    case nil, .null: return fallback
    case .integer(1), .string("true"): return meant(true, object, key)
    case .integer(0), .string("false"): return meant(false, object, key)
    case .integer, .number, .string, .array, .object:
      mistake(.unexpected, object.path(of: key), "expected true or false")
      return fallback
    }
  }

  /// The strings of an array; empty if the key is absent.
  func strings(_ object: Object, _ key: String) -> [String] {
    switch object.fields[key] {
    case nil, .null: return []
    case .array(let values):
      return values.enumerated().compactMap { index, value in
        if case .string(let text) = value { return text }
        mistake(.unexpected, "\(object.path(of: key))[\(index)]", "expected a string")
        return nil
      }
    case .bool, .integer, .number, .string, .object:
      mistake(.unexpected, object.path(of: key), "expected an array")
      return []
    }
  }

  /// A whole number; `nil` if it is absent.
  func integer(_ object: Object, _ key: String, in range: ClosedRange<Int64>) -> Int? {
    switch object.fields[key] {
    case .integer(let value) where range.contains(value): return Int(value)
    case nil, .null: return nil
    case .string(let text):
      if let value = Int64(text), range.contains(value) { return meant(Int(value), object, key) }
    case .integer, .bool, .number, .array, .object: break
    }
    mistake(
      .unexpected, object.path(of: key),
      "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// A string that `parse` accepts; a mistake is recorded if it is absent and has no fallback.
  func parsed<Value>(
    _ object: Object, _ key: String, _ expected: String, or fallback: Value? = nil,
    _ parse: (String) -> Value?
  ) -> Value? {
    switch object.fields[key] {
    case .string(let text):
      if let value = parse(text) { return value }
    case .integer(let number):
      if let value = parse("\(number)") { return meant(value, object, key) }
    case .number(let number):
      if let value = parse("\(number)") { return meant(value, object, key) }
    case nil, .null:
      if fallback == nil { mistake(.missing, object.path(of: key), "expected \(expected)") }
      return fallback
    case .bool, .array, .object: break
    }
    mistake(.unexpected, object.path(of: key), "expected \(expected)")
    return nil
  }

  private func meant<Value>(_ value: Value, _ object: Object, _ key: String) -> Value {
    warning(object.path(of: key), "of another type; read as \(value)")
    return value
  }
}

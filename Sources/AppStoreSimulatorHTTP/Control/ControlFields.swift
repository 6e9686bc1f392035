import AppStoreSimulator
import Foundation
import TollgateAppStore

/// The fields of a control API request, from JSON or from a form.
struct ControlFields: Sendable {
  private let values: [String: JSONValue]

  /// Parses a JSON object; a missing body counts as an empty one.
  init(json body: Data) throws(ControlProblem) {
    guard !body.isEmpty else {
      values = [:]
      return
    }
    do {
      values = try JSONDecoder().decode([String: JSONValue].self, from: body)
        .filter { $0.value != .null }
    } catch {
      throw ControlProblem(.notReadable, "The body is not a JSON object.")
    }
  }

  /// Parses a form as a browser sends it; empty fields count as missing.
  init(form body: Data) {
    let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").map { part in
      part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { text in
        let plain = text.replacing("+", with: " ")
        return plain.removingPercentEncoding ?? String(plain)
      }
    }
    values = Dictionary(
      pairs.filter { $0.count == 2 && !$0[1].isEmpty }.map { ($0[0], JSONValue.string($0[1])) }
    ) { first, _ in first }
  }

  /// Rejects a field that an action does not accept.
  func check(_ action: String, takes names: [String]) throws(ControlProblem) {
    guard let other = values.keys.sorted().first(where: { !names.contains($0) }) else { return }
    let list = names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
    throw ControlProblem(
      .unknownField, "\(action) takes no field `\(other)`; it takes \(list).")
  }

  /// A text, or a number as text; nil if the field is missing.
  ///
  /// - Throws: `wrongField` for any other type.
  func text(_ name: String) throws(ControlProblem) -> String? {
    guard let value = values[name] else { return nil }
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .null, .bool, .number, .array, .object:
      throw ControlProblem(.wrongField, "`\(name)` must be a text.")
    }
  }

  /// A whole number, in JSON or as text; nil if the field is missing.
  ///
  /// - Throws: `wrongField` for a number out of range and for anything else.
  func integer(_ name: String, in range: ClosedRange<Int64>) throws(ControlProblem) -> Int64? {
    guard let value = values[name] else { return nil }
    let number = value.integer ?? value.text.flatMap { Int64($0) }
    guard let number, range.contains(number) else {
      throw ControlProblem(
        .wrongField,
        "`\(name)` must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// A Boolean, or `true`, `on`, `false` or `off` as a browser's form sends it; nil if the field is missing.
  ///
  /// - Throws: `wrongField` for anything else.
  func boolean(_ name: String) throws(ControlProblem) -> Bool? {
    guard let value = values[name] else { return nil }
    switch value {
    case .bool(let boolean): return boolean
    case .string("true"), .string("on"): return true
    case .string("false"), .string("off"): return false
    case .null, .string, .integer, .number, .array, .object:
      throw ControlProblem(.wrongField, "`\(name)` must be true or false.")
    }
  }

  /// One of a few words; nil if the field is missing.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type = Word.self
  ) throws(ControlProblem) -> Word? where Word.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw ControlProblem(.wrongField, "`\(name)` must be one of \(words).")
    }
    return word
  }

  func required<Value>(_ name: String, _ value: Value?) throws(ControlProblem) -> Value {
    guard let value else { throw ControlProblem(.missingField, "`\(name)` is missing.") }
    return value
  }

  /// A text that is required.
  ///
  /// - Throws: `missingField` if the field is missing, `wrongField` if it is not text.
  func requiredText(_ name: String) throws(ControlProblem) -> String {
    try required(name, text(name))
  }
}

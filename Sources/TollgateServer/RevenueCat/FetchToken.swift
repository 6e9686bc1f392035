import Foundation
import TollgateAppStore
import TollgateWire

/// What an SDK posts as the proof of purchases.
enum FetchToken: Hashable, Sendable {
  /// There isn't one: the store account has no purchases.
  case missing
  /// What StoreKit signed: one transaction or, from Xcode's local testing, everything.
  case signed(transactions: [String], renewals: [String])
  /// The receipt of StoreKit 1, in Base64.
  case receipt(String)

  /// Whether the store's signature can be verified.
  var isSigned: Bool {
    switch self {
    case .signed: true
    case .missing, .receipt: false
    }
  }

  /// Tells the forms apart: signed data has dots, which Base64 does not have.
  ///
  /// - Parameter text: The token; nil if none was sent.
  init(_ text: String?) {
    guard let text, !text.isEmpty else {
      self = .missing
      return
    }
    if text.contains(".") {
      self = .signed(transactions: [text], renewals: [])
    } else if let local = Self.local(text) {
      self = local
    } else {
      self = .receipt(text)
    }
  }

  /// The signed data in the receipt that the SDK puts together with Xcode's local testing; nil for anything else.
  private static func local(_ text: String) -> FetchToken? {
    guard let data = Data(base64Encoded: text), JSON.isSimple(data),
      let value = try? JSONDecoder().decode(JSONValue.self, from: data),
      let transactions = value["transactions"]?.array
    else { return nil }
    let groups = value["subscription_status"]?.object ?? [:]
    let renewals = groups.sorted { $0.key < $1.key }.flatMap { $0.value.array ?? [] }
    return .signed(
      transactions: transactions.compactMap(\.string),
      renewals: renewals.compactMap { $0["renewal_info"]?.string })
  }
}

/// The parts of a body that may have any form; nil where the form is another one.
extension JSONValue {
  /// The member of an object.
  subscript(_ name: String) -> JSONValue? { object?[name] }

  /// The members of an object.
  var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
  /// The elements of an array.
  var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The text.
  var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The Boolean.
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
}

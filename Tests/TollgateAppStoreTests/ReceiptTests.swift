import Foundation
import SwiftASN1
import Testing
import TollgateAppStore

@Suite("An old receipt")
struct ReceiptTests {
  @Test(
    "an old receipt names the transaction of its first in-app purchase",
    arguments: [
      ([[(1702, "monthly"), (1703, "33993399"), (1705, "1")]], "33993399"),
      ([[(1705, "1"), (1703, "33993399")], [(1703, "2")]], "33993399"),
      ([[(1702, "monthly"), (1705, "1")]], "1"), ([[(1702, "monthly")], [(1703, "2")]], "2"),
      ([[(1702, "monthly")]], nil), ([], nil),
    ])
  func appReceipt(_ purchases: [[(Int, String)]], _ id: String?) throws {
    for nested in [false, true] {
      let receipt = try Self.receipt(purchases, nested: nested)
      #expect(try OldReceipt.transactionID(inAppReceipt: receipt) == id)
    }
  }

  @Test("an old receipt may have line breaks in its Base64")
  func lineBreaks() throws {
    let receipt = try Self.receipt([[(1703, "33993399")]])
    let broken = receipt.prefix(20) + "\r\n" + receipt.dropFirst(20) + "\n"
    #expect(try OldReceipt.transactionID(inAppReceipt: String(broken)) == "33993399")
  }

  @Test(
    "an old receipt is refused if it is not an app receipt",
    arguments: ["", "*", "AAAA", "MAA=", "MIAAAA==", "MAkGByqGSM49AgE=", "oIAwgA=="])
  func noAppReceipt(_ receipt: String) {
    let error = #expect(throws: ReceiptError.self) {
      try OldReceipt.transactionID(inAppReceipt: receipt)
    }
    #expect(error?.code == .malformed)
  }

  @Test("an old receipt is either refused or read, wherever it is truncated or changed")
  func damaged() throws {
    let receipt = try Self.receipt([[(1702, "monthly"), (1703, "33993399")]])
    let bytes = try #require(Data(base64Encoded: receipt))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x21
      for damaged in [bytes.prefix(index), changed] {
        do throws(ReceiptError) {
          _ = try OldReceipt.transactionID(inAppReceipt: damaged.base64EncodedString())
        } catch {
          #expect(error.code == .malformed)
        }
      }
    }
  }

  @Test("an old receipt is refused when it is too long")
  func tooLong() {
    let receipt = String(repeating: "A", count: OldReceipt.sizeLimit + 1)
    let errors = [
      #expect(throws: ReceiptError.self) { try OldReceipt.transactionID(inAppReceipt: receipt) },
      #expect(throws: ReceiptError.self) {
        try OldReceipt.transactionID(inTransactionReceipt: receipt)
      },
    ]
    #expect(errors.map { $0?.code } == [.tooLarge, .tooLarge])
  }

  @Test(
    "an old receipt in the form from before iOS 7 names its transaction",
    arguments: [
      ("{\n\t\"product-id\" = \"monthly\";\n\t\"transaction-id\" = \"33993399\";\n}", "33993399"),
      ("{\"note\" = \"a \\\"b\\\"; \\\\\"; \"transaction-id\"=\"1\";}", "1"),
      ("{ \"product-id\" = \"monthly\"; }", nil), ("{}", nil),
    ])
  func transactionReceipt(_ info: String, _ id: String?) throws {
    let receipt = """
      {
      \t"signature" = "Abc=";
      \t"purchase-info" = "\(Data(info.utf8).base64EncodedString())";
      \t"environment" = "Sandbox";
      }
      """
    let text = Data(receipt.utf8).base64EncodedString()
    #expect(try OldReceipt.transactionID(inTransactionReceipt: text) == id)
  }

  @Test("an old receipt names nothing when it has no purchase")
  func noPurchase() throws {
    let text = Data("{ \"signature\" = \"Abc=\"; }".utf8).base64EncodedString()
    #expect(try OldReceipt.transactionID(inTransactionReceipt: text) == nil)
  }

  @Test(
    "an old receipt is refused if it is not a transaction receipt",
    arguments: [
      "{", "", "{}x", "{\"a\"}", "{\"a\" = \"b\"}", "{\"a\" = \"b", "{\"a\\", "[]",
      "{\"purchase-info\" = \"*\";}", "{\"purchase-info\" = \"AAAA\";}",
    ])
  func noTransactionReceipt(_ receipt: String) {
    let text = Data(receipt.utf8).base64EncodedString()
    let error = #expect(throws: ReceiptError.self) {
      try OldReceipt.transactionID(inTransactionReceipt: text)
    }
    #expect(error?.code == .malformed)
  }

  /// An app receipt with these purchases; `nested` writes its content in two pieces, as BER allows.
  static func receipt(
    _ purchases: [[(Int, String)]], nested: Bool = false
  ) throws -> String {
    var attributes = [try attribute(2, text("com.example.shop"))]
    for purchase in purchases {
      let fields = try purchase.map { try attribute($0.0, text($0.1)) }
      attributes.append(try attribute(17, node(0x31, fields.flatMap { $0 })))
    }
    let content = node(0x31, attributes.flatMap { $0 })
    let half = content.count / 2
    let octets =
      nested
      ? node(0x24, node(0x04, Array(content[..<half])) + node(0x04, Array(content[half...])))
      : node(0x04, content)
    let data = node(0x30, try oid([1, 2, 840, 113_549, 1, 7, 1]) + node(0xA0, octets))
    let signed = node(0x30, [2, 1, 1] + node(0x31, []) + data)
    let receipt = node(0x30, try oid([1, 2, 840, 113_549, 1, 7, 2]) + node(0xA0, signed))
    return Data(receipt).base64EncodedString()
  }

  private static func attribute(_ type: Int, _ value: [UInt8]) throws -> [UInt8] {
    var number = DER.Serializer()
    try number.serialize(type)
    return node(0x30, number.serializedBytes + [2, 1, 1] + node(0x04, value))
  }

  private static func text(_ text: String) -> [UInt8] { node(0x0C, Array(text.utf8)) }

  private static func oid(_ identifier: ASN1ObjectIdentifier) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(identifier)
    return serializer.serializedBytes
  }

  /// A tag, a length of two bytes, and the content.
  private static func node(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
  }
}

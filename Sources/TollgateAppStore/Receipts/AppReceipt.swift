import SwiftASN1

/// An app receipt: a PKCS #7 container (RFC 2315) around a set of attributes, BER or DER.
struct AppReceipt {
  /// The identifier of the first in-app purchase.
  let firstTransactionID: String?

  private static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 2]

  /// The type of the attribute that holds an in-app purchase.
  private static let inApp = 17

  /// The types of a purchase's attributes that identify a transaction, the preferred one first.
  private static let transactionIDs = [1703, 1705]

  init(_ bytes: [UInt8]) throws(ReceiptError) {
    do {
      firstTransactionID = try Self.firstTransactionID(in: BER.parse(bytes))
    } catch {
      throw ReceiptError(.malformed, "The receipt is not of the form of an app receipt.")
    }
  }

  private static func firstTransactionID(in root: ASN1Node) throws -> String? {
    let container = try children(of: root)
    guard container.count == 2,
      try ASN1ObjectIdentifier(berEncoded: container[0]) == signedData,
      let signed = try children(of: container[1]).first
    else { throw Unexpected() }
    let parts = try children(of: signed)
    guard parts.count > 2 else { throw Unexpected() }
    let content = try children(of: parts[2])
    guard content.count == 2, let wrapped = try children(of: content[1]).first else {
      throw Unexpected()
    }
    for purchase in try attributes(in: wrapped) where purchase.type == inApp {
      let found = try attributes(in: purchase.value)
      for type in transactionIDs {
        if let attribute = found.first(where: { $0.type == type }) {
          return try text(in: attribute.value)
        }
      }
    }
    return nil
  }

  private struct Unexpected: Error {}

  /// The set of attributes inside an octet string: each has a type, a version and a value.
  private static func attributes(
    in octets: ASN1Node
  ) throws -> [(type: Int, value: ASN1Node)] {
    try children(of: BER.parse(ASN1OctetString(berEncoded: octets).bytes)).map { attribute in
      let fields = try children(of: attribute)
      guard fields.count == 3 else { throw Unexpected() }
      return (try Int(berEncoded: fields[0]), fields[2])
    }
  }

  private static func text(in octets: ASN1Node) throws -> String {
    let node = try BER.parse(ASN1OctetString(berEncoded: octets).bytes)
    return String(try ASN1UTF8String(berEncoded: node))
  }

  private static func children(of node: ASN1Node) throws -> [ASN1Node] {
    guard case .constructed(let nodes) = node.content else { throw Unexpected() }
    return Array(nodes)
  }
}

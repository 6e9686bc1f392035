public import Foundation
import SwiftASN1
public import TollgateAppStore

extension AppStoreSimulator {
  /// The receipt that an account's app has in its bundle for the original StoreKit: PKCS #7 (RFC 2315) in DER, signed by
  /// the store's chain.
  ///
  /// It has the fields that Apple describes, except the hash of the device's identifier and the opaque value in that.
  /// Finished consumables are not in it. Follows
  /// <https://developer.apple.com/library/archive/releasenotes/General/ValidateAppStoreReceipt/Chapters/ReceiptFields.html>.
  ///
  /// - Parameters:
  ///   - version: The version that is installed, and was downloaded first if no purchase was set.
  ///   - downloaded: When it was installed, which counts if no purchase was set.
  /// - Throws: The error of signing.
  public func appReceipt(
    of account: AccountID, version: String, downloaded: Instant
  ) throws -> Data {
    let download = appTransaction(of: account, version: version, downloaded: downloaded)
    let unfinished = Set(unfinishedTransactions(of: account).map(\.payload.transactionId))
    let purchases = transactions(of: account).map(\.payload).filter {
      $0.type != .consumable || unfinished.contains($0.transactionId)
    }
    return Data(try chain.sign(receipt: receipt(download, purchases)))
  }
}

/// The attributes of a receipt.
private func receipt(
  _ download: AppTransactionPayload, _ purchases: [TransactionPayload]
) -> [UInt8] {
  var attributes = [
    attribute(2, text(download.bundleId)),
    attribute(3, text(download.applicationVersion ?? "")),
    attribute(12, date(download.receiptCreationDate)),
    attribute(19, text(download.originalApplicationVersion ?? "")),
  ]
  attributes += purchases.map { attribute(17, inApp($0)) }
  return node(.set, attributes)
}

/// The attributes of a purchase.
private func inApp(_ purchase: TransactionPayload) -> [UInt8] {
  var attributes = [
    attribute(1701, integer(purchase.quantity)),
    attribute(1702, text(purchase.productId)),
    attribute(1703, text(purchase.transactionId)),
    attribute(1704, date(purchase.purchaseDate)),
    attribute(1705, text(purchase.originalTransactionId)),
    attribute(1706, date(purchase.originalPurchaseDate)),
  ]
  if let end = purchase.expiresDate {
    attributes.append(attribute(1708, date(end)))
    attributes.append(attribute(1719, integer(purchase.offerType == .introductory ? 1 : 0)))
  }
  if let item = purchase.webOrderLineItemId.flatMap({ Int($0) }) {
    attributes.append(attribute(1711, integer(item)))
  }
  if let revoked = purchase.revocationDate {
    attributes.append(attribute(1712, date(revoked)))
  }
  return node(.set, attributes)
}

// MARK: - The container

extension SigningChain {
  /// Signs data as PKCS #7, with the certificates and without signed attributes.
  fileprivate func sign(receipt content: [UInt8]) throws -> [UInt8] {
    // SHA-256, and ECDSA with it.
    let digest = node(.sequence, [oid([2, 16, 840, 1, 101, 3, 4, 2, 1])])
    let algorithm = node(.sequence, [oid([1, 2, 840, 10_045, 4, 3, 2])])
    let data = node(
      .sequence,
      [
        oid([1, 2, 840, 113_549, 1, 7, 1]), node(.explicit, [node(.octets, [content])]),
      ])
    let signer = node(
      .sequence,
      [
        integer(1), try issuerAndSerialNumber(), digest, algorithm,
        node(.octets, [try signature(of: content)]),
      ])
    let signed = node(
      .sequence,
      [
        integer(1), node(.set, [digest]), data, node(.explicit, certificates.map { Array($0) }),
        node(.set, [signer]),
      ])
    return node(
      .sequence, [oid([1, 2, 840, 113_549, 1, 7, 2]), node(.explicit, [signed])])
  }

  /// The issuer and the serial number of the signing certificate.
  private func issuerAndSerialNumber() throws -> [UInt8] {
    let body = children(of: try DER.parse(Array(certificates[0])))[0]
    // After the version: the serial number, the algorithm and the issuer.
    let fields = children(of: body)
    return node(.sequence, [Array(fields[3].encodedBytes), Array(fields[1].encodedBytes)])
  }
}

private func children(of node: ASN1Node) -> [ASN1Node] {
  guard case .constructed(let nodes) = node.content else { return [] }
  return Array(nodes)
}

// MARK: - DER

private enum Tag: UInt8 {
  case integer = 0x02
  case octets = 0x04
  case oid = 0x06
  case utf8 = 0x0C
  case ia5 = 0x16
  case sequence = 0x30
  case set = 0x31
  /// `[0]`
  case explicit = 0xA0
}

private func node(_ tag: Tag, _ parts: [[UInt8]]) -> [UInt8] {
  let content = Array(parts.joined())
  let count = content.count
  guard count >= 0x80 else { return [tag.rawValue, UInt8(count)] + content }
  let length = bytes(of: count)
  return [tag.rawValue, 0x80 | UInt8(length.count)] + length + content
}

/// The type, the version and the value of an attribute.
private func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
  node(.sequence, [integer(type), integer(1), node(.octets, [value])])
}

/// A number that is not negative.
private func integer(_ value: Int) -> [UInt8] {
  let magnitude = bytes(of: value)
  return node(.integer, [magnitude[0] < 0x80 ? [] : [0], magnitude])
}

private func text(_ text: String) -> [UInt8] { node(.utf8, [Array(text.utf8)]) }

private func date(_ instant: Instant) -> [UInt8] {
  node(.ia5, [Array(instant.description.utf8)])
}

private func oid(_ components: [Int]) -> [UInt8] {
  var content = [UInt8(components[0] * 40 + components[1])]
  for component in components.dropFirst(2) {
    var groups = [UInt8(component & 0x7F)]
    var rest = component >> 7
    while rest > 0 {
      groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    content += groups
  }
  return node(.oid, [content])
}

/// The bytes of a number, the most significant first, without leading zeros.
private func bytes(of number: Int) -> [UInt8] {
  let all = withUnsafeBytes(of: number.bigEndian) { Array($0) }
  let significant = all.drop { $0 == 0 }
  return significant.isEmpty ? [0] : Array(significant)
}

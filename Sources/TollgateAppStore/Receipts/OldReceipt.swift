/// The two kinds of receipts from before signed transactions.
///
/// Nothing in them is verified here: use a transaction identifier only to ask the App Store Server API about it.
public enum OldReceipt {
  /// The greatest number of characters in a receipt.
  public static let sizeLimit = 4 * 1024 * 1024

  /// Finds a transaction in an app receipt, the file in the app's bundle.
  ///
  /// Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/migrating-from-the-verify-receipt-endpoint>.
  ///
  /// - Parameter receipt: The receipt in Base64; line breaks are ignored.
  /// - Returns: The identifier of the first in-app purchase; nil if the receipt has none.
  /// - Throws: ``ReceiptError`` if the receipt cannot be read.
  public static func transactionID(
    inAppReceipt receipt: String
  ) throws(ReceiptError) -> String? {
    try AppReceipt(decode(receipt)).firstTransactionID
  }

  /// Finds the transaction in a transaction receipt, as in `SKPaymentTransaction` before iOS 7.
  ///
  /// - Parameter receipt: The receipt in Base64; line breaks are ignored.
  /// - Returns: The identifier of the transaction; nil if the receipt has none.
  /// - Throws: ``ReceiptError`` if the receipt cannot be read.
  public static func transactionID(
    inTransactionReceipt receipt: String
  ) throws(ReceiptError) -> String? {
    let outer = try StringDictionary(decode(receipt))
    guard let info = outer["purchase-info"] else { return nil }
    return try StringDictionary(decode(info))["transaction-id"]
  }

  private static func decode(_ text: String) throws(ReceiptError) -> [UInt8] {
    guard text.utf8.count <= sizeLimit else {
      throw ReceiptError(.tooLarge, "A receipt may have \(sizeLimit) characters.")
    }
    let digits = text.utf8.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard !digits.isEmpty, let bytes = Base64.decode(digits[...], as: .standard) else {
      throw ReceiptError(.malformed, "The receipt is not Base64.")
    }
    return bytes
  }
}

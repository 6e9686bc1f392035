import Tollgate

extension Money {
  /// Parses an amount with a dot and up to three decimals, a space and an ISO 4217 code; nil for anything else.
  ///
  /// Amounts are thousandths of the currency's unit: `9.99 USD` is 9,990.
  init?(written text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isCurrency(parts[1]) else { return nil }
    let amount = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let digits = (1...2).contains(amount.count) ? amount : []
    guard let whole = digits.first, (1...9).contains(whole.utf8.count),
      digits.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return nil }
    let fraction = digits.count == 2 ? digits[1] : "0"
    guard fraction.utf8.count <= 3, let units = Int64(whole),
      let thousandths = Int64((fraction + "000").prefix(3))
    else { return nil }
    self.init(milliunits: units * 1000 + thousandths, currency: String(parts[1]))
  }

  /// Returns whether a text looks like an ISO 4217 code: three capital letters, in use or not.
  static func isCurrency(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}

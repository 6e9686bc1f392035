public import Tollgate

extension Customer.ID {
  /// The UUID that the store signs into this customer's purchases; nil for an identifier that the server did not
  /// create.
  ///
  /// It is the customer's identifier in another form: `cus_` and 32 hexadecimal digits. Follows Apple's
  /// [appAccountToken](https://developer.apple.com/documentation/appstoreserverapi/appaccounttoken).
  ///
  /// For example, `cus_00112233445566778899aabbccddeeff` becomes `00112233-4455-6677-8899-aabbccddeeff`.
  public var appAccountToken: String? {
    guard rawValue.hasPrefix(Self.serverPrefix) else { return nil }
    let digits = Array(rawValue.utf8.dropFirst(Self.serverPrefix.utf8.count))
    guard digits.count == 32, digits.allSatisfy(\.isHexadecimalDigit) else { return nil }
    var token = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { token += "-" }
      token.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return token
  }

  /// Creates the customer identifier for a UUID in upper or lower case; nil for anything but a UUID.
  public init?(appAccountToken: String) {
    let parts = appAccountToken.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isHexadecimalDigit) })
    else { return nil }
    self.init(Self.serverPrefix + parts.joined())
  }

  private static var serverPrefix: String { "cus_" }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}

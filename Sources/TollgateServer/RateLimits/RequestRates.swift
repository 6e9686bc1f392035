/// How many requests a minute a server accepts; 0 means any number.
///
/// Each allows a whole minute's requests at once, and then as many as the rate says.
public struct RequestRates: Hashable, Sendable {
  /// From one network address: an IPv4 address, or the /64 of an IPv6 one; requests with a secret key are exempt.
  public var perAddress: Int
  public var perCustomer: Int
  /// For one app, except with a secret key and by the App Store.
  public var perApp: Int
  /// With one secret key.
  public var perKey: Int

  /// How many bytes of an answer count as one request more, of its customer and of its address: 64 KiB.
  static let answerBytes = 64 * 1024

  /// Creates rates; by default there is no limit.
  public init(perAddress: Int = 0, perCustomer: Int = 0, perApp: Int = 0, perKey: Int = 0) {
    self.perAddress = perAddress
    self.perCustomer = perCustomer
    self.perApp = perApp
    self.perKey = perKey
  }

  /// The rates of `tollgate serve`: 6,000 from an address, which many phones of a mobile network can share, 600 from a
  /// customer, 60,000 with a secret key, and any number for an app.
  public static let standard = RequestRates(perAddress: 6000, perCustomer: 600, perKey: 60_000)
}

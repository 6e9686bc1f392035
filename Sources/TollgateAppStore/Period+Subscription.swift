import TollgateTime

extension Period {
  /// Parses a subscription's period: `P`, a whole number from 1 to 9999 and one of `D`, `W`, `M` and `Y`; nil for anything
  /// else, such as the hours and minutes that the store does not sell.
  public init?(subscription text: some StringProtocol) {
    guard (3...6).contains(text.utf8.count), !text.hasPrefix("PT") else { return nil }
    self.init(String(text))
  }
}

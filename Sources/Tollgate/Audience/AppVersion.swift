/// The version of an app: up to eight whole numbers, compared one by one.
///
/// Missing numbers are 0, so `2.1` equals `2.1.0` and is less than `2.10`. See Apple's
/// [CFBundleShortVersionString](https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleshortversionstring).
public struct AppVersion: Hashable, Sendable, LosslessStringConvertible {
  /// The greatest number of components: 8.
  static let componentLimit = 8

  /// The numbers, without zeros at the end.
  private let components: [Int]
  /// The version as written.
  public let description: String

  /// Creates a version from its written form, such as `2.1`; nil unless it is 1 to 8 numbers of at most 9 digits,
  /// separated by dots.
  public init?(_ text: String) { self.init(text, digits: 9) }

  /// Creates the version of a build, whose numbers may have up to 18 digits, as those that begin with a date do.
  ///
  /// What follows the numbers is ignored, as `b2` in `1.0b2`.
  public init?(build text: String) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var numbers = text.utf8.prefix { $0 == UInt8(ascii: ".") || digits.contains($0) }
    if numbers.last == UInt8(ascii: ".") { numbers.removeLast() }
    self.init(String(Substring(numbers)), digits: 18)
  }

  private init?(_ text: String, digits: Int) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= Self.componentLimit else { return nil }
    var components: [Int] = []
    for part in parts {
      guard (1...digits).contains(part.utf8.count),
        part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(part)
      else { return nil }
      components.append(number)
    }
    while components.last == 0 { components.removeLast() }
    self.components = components
    description = text
  }

  /// Whether two versions have the same numbers, however they are written.
  public static func == (left: Self, right: Self) -> Bool { left.components == right.components }

  /// Hashes the numbers.
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension AppVersion: Comparable {
  /// Compares versions number by number.
  public static func < (left: Self, right: Self) -> Bool {
    left.components.lexicographicallyPrecedes(right.components)
  }
}

/// A day on which the customer opened the app, in one of its versions.
public struct AppOpening: Hashable, Sendable {
  /// The local day, such as `2026-03-02`, in the zone in which the app's days begin.
  public let day: String
  /// The app's version; nil if the device did not report one.
  public let version: String?
  /// When it was first reported, by the server's clock.
  public let at: Instant

  public init(day: String, version: String? = nil, at: Instant) {
    self.day = day
    self.version = version
    self.at = at
  }
}

extension AppOpening {
  /// What is recorded once: a day on which the app was opened, in a version.
  struct Key: Hashable, Sendable {
    let day: String
    let version: String?

    /// The order in which a customer returns the facts.
    var order: (String, String) { (day, version ?? "") }
  }

  var key: Key { Key(day: day, version: version) }
}

extension AppOpening: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly, .removable] }

  package var stamp: Instant? { at }
  package var reportedBytes: Int { 112 + (version?.bytesAsJSON ?? 0) }
}

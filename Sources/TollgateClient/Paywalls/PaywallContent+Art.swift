public import Tollgate

extension PaywallContent {
  /// What is on top of a paywall, above its title.
  public struct Hero: Hashable, Sendable {
    /// The icon; nil for the standard one.
    public internal(set) var icon: String?
    /// The app's own art, in place of the icon; nil if there isn't any.
    public internal(set) var art: Art?
  }

  /// The app's own art on top of a paywall or a page.
  ///
  /// `TollgateUI` uses the app's asset with the name of ``picture`` in its place, if there is one. If the picture cannot
  /// be drawn, such as an SVG drawing without an asset, the icon shows.
  public struct Art: Hashable, Sendable {
    /// The picture, as the blueprint contains it.
    public let picture: Paywall.Image.File
    /// The picture for a dark appearance; nil if one picture is used for both.
    public let dark: Paywall.Image.File?
    /// What it shows, for screen readers; nil if it is decorative.
    public let label: String?
  }
}

@MainActor
extension PaywallContent.Art {
  init(_ image: Paywall.Image, for client: TollgateClient) {
    self.init(
      picture: image.file, dark: image.dark, label: image.description.flatMap { client.text($0) })
  }
}

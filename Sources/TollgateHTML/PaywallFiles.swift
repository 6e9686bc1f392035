/// The files that a paywall's page is made of, all embedded in the page, which requests nothing else but the
/// app's own fonts.
package enum PaywallFiles {
  /// The templates of the page: `paywall-head` up to the style, and `paywall` from there to the script.
  package static let templates: [String: [UInt8]] = [
    "paywall-head": PackageResources.paywall_head_mustache,
    "paywall": PackageResources.paywall_mustache,
    "art": art,
    "symbols": Asset.symbols,
  ]

  /// The template of the app's own art on top of a paywall.
  package static let art = PackageResources.art_mustache

  /// The style sheet.
  package static let style = text(Minified.css(PackageResources.paywall_css))

  package static let script = text(Minified.javaScript(PackageResources.paywall_js))

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The files that a paywall's page is made of, all embedded in the page, which requests nothing else but the
/// app's own fonts.
package enum PaywallFiles {
  /// The templates of the page: `paywall-head` up to the style, and `paywall` from there to the script.
  package static let templates: [String: [UInt8]] = [
    "paywall-head": PackageResources.paywall_head_mustache,
    "paywall": PackageResources.paywall_mustache,
  ].merging(parts) { $1 }

  /// The templates of the parts that the page and the playground's phones draw alike, by name.
  package static let parts: [String: [UInt8]] = [
    "art": PackageResources.art_mustache,
    "benefit": PackageResources.benefit_mustache,
    "comparison": PackageResources.comparison_mustache,
    "moment": PackageResources.moment_mustache,
    "paywall-foot": PackageResources.paywall_foot_mustache,
    "plan-lines": PackageResources.plan_lines_mustache,
    "proof": PackageResources.proof_mustache,
  ]

  /// The symbols by their names, in the order of their file.
  private static let symbols: [(name: String, markup: Substring)] =
    text(Asset.symbols).split(separator: "\n").compactMap { line in
      line.firstMatch(of: /id="icon-([a-z]+)"/).map { (name: String($0.1), markup: line) }
    }

  /// Adds the symbols that a page uses where its template says, and no others.
  package static func addingSymbols(to page: String) -> String {
    let references = page.utf8.split(separator: UInt8(ascii: "#"))
      .filter { $0.starts(with: "icon-".utf8) }
    let drawn = Set(
      references.map { String(Substring($0.dropFirst(5).prefix { $0 != UInt8(ascii: "\"") })) })
    let markup = symbols.filter { drawn.contains($0.name) }.map(\.markup).joined(separator: "\n")
    return page.replacing("<!--symbols-->", with: markup, maxReplacements: 1)
  }

  /// The style sheet.
  package static let style = text(Minified.css(PackageResources.paywall_css))

  /// The additional styles of a page whose skin shows the plans as a switch.
  package static let switchStyle = text(Minified.css(PackageResources.paywall_switch_css))

  package static let script = text(Minified.javaScript(PackageResources.paywall_js))

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

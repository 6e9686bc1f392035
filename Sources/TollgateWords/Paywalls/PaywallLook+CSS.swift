import Tollgate

extension PaywallLook {
  /// The look as custom properties of CSS, for a style sheet in which a selector stands for the page.
  ///
  /// It names colors, typefaces and lengths only, and no file; ``fontFaces(in:)`` does.
  package func css(for selector: String) -> String {
    let scheme =
      switch skin.appearance {
      case .automatic: "light dark"
      case .light: "light"
      case .dark: "dark"
      }
    let shapes = [
      "color-scheme: \(scheme)", "--font: \(family(skin.lettering.textFont, skin.lettering.texts))",
      "--display: \(family(titleFont, titleFace))", "--weight: \(skin.button.weight.css)",
      "--radius: \(cornerRadius)px", "--button: \(buttonRadius.map { "\($0)px" } ?? "99px")",
    ]
    let day = "\(selector) { \((shapes + css(of: light)).joined(separator: "; ")); }"
    guard dark != light else { return day }
    return day
      + "\n@media (prefers-color-scheme: dark) { \(selector) { \(css(of: dark).joined(separator: "; ")); } }"
  }

  /// The app's own fonts, each once.
  private var fonts: [Skin.Font] {
    let texts = skin.lettering.textFont
    return [texts, titleFont?.digest == texts?.digest ? nil : titleFont].compactMap { $0 }
  }

  /// The rules that load the app's own fonts, without which ``css(for:)`` has the typefaces in their place; nil without
  /// such a font.
  ///
  /// - Parameter folder: The address under which each file has its hash as name.
  package func fontFaces(in folder: String) -> String? {
    // A font that has one weight is drawn bolder by the browser.
    let rules = fonts.map { font in
      "@font-face { font-family: \(font.family); src: url(\(folder)/\(font.digest)); "
        + "font-weight: \(font.isVariable ? "100 900" : "400"); font-display: swap; }\n"
    }
    return rules.isEmpty ? nil : rules.joined()
  }

  /// A list of typefaces of CSS that begins with the app's own font.
  private func family(_ font: Skin.Font?, _ face: Skin.Face) -> String {
    font.map { "\($0.family), \(face.css)" } ?? face.css
  }

  /// The names of what the style sheets arrange in another way than usual, after that of any skin.
  package var classes: [String] {
    var classes = ["skin"]
    if skin.layout.alignment == .start { classes.append("start") }
    if skin.lettering.hasCapitals { classes.append("capitals") }
    if skin.layout.picture == .behind { classes.append("behind") }
    if skin.layout.reasons == .grid { classes.append("grid") }
    if skin.layout.plans != .rows { classes.append(skin.layout.plans.rawValue) }
    return classes
  }

  private func css(of theme: Theme) -> [String] {
    let colors = [
      ("ground", theme.page), ("card", theme.card), ("ink", theme.text), ("soft", theme.softText),
      ("edge", theme.edge), ("line", theme.line), ("accent", theme.accent),
      ("on", theme.onAccent), ("control", theme.control), ("emphasis", theme.accentText),
      ("highlight", theme.highlight), ("tint", theme.tint),
    ]
    return colors.map { "--\($0): \($1)" } + ["--backdrop: \(backdrop(theme.background))"]
  }

  /// What is behind a page, as a value of `background-image`.
  private func backdrop(_ colors: [Skin.Color]) -> String {
    guard !colors.isEmpty else { return "none" }
    switch skin.background.style {
    case .plain: return "none"
    case .gradient:
      let stops = colors.map(\.description) + ["transparent"]
      return "linear-gradient(\(stops.joined(separator: ", ")))"
    case .glow:
      return zip(colors, PaywallLook.glows).map { color, glow in
        "radial-gradient(\(glow.width)% \(glow.height)% at \(glow.x)% \(glow.y)%, \(color), transparent)"
      }.joined(separator: ", ")
    }
  }
}

extension PaywallLook {
  /// A place from which a color fades into the page, in percent of the page's size.
  public struct Glow: Hashable, Sendable {
    /// The center.
    public let x: Int
    public let y: Int
    /// How far it reaches.
    public let width: Int
    public let height: Int
  }

  /// The places of a background's colors, in their order.
  public static let glows = [
    Glow(x: 96, y: 4, width: 70, height: 36), Glow(x: 0, y: 18, width: 90, height: 44),
    Glow(x: 100, y: 62, width: 80, height: 50), Glow(x: 30, y: 104, width: 90, height: 40),
  ]
}

extension Skin.Font {
  /// The font's name in style sheets, which needs no quotation marks and is that of no font of the system.
  fileprivate var family: String { "font-\(digest.prefix(12))" }
}

extension Skin.Face {
  /// The typefaces of CSS, of which each system has one; without quotation marks, which a page would escape.
  fileprivate var css: String {
    switch self {
    case .system: "-apple-system, Inter, system-ui, sans-serif"
    case .rounded: "ui-rounded, SF Pro Rounded, -apple-system, Inter, system-ui, sans-serif"
    case .serif: "ui-serif, New York, Georgia, DejaVu Serif, serif"
    case .mono: "ui-monospace, SF Mono, Menlo, Consolas, DejaVu Sans Mono, monospace"
    case .condensed:
      "Avenir Next Condensed, Roboto Condensed, Arial Narrow, DejaVu Sans Condensed, sans-serif"
    case .geometric: "Avenir Next, Futura, Century Gothic, Inter, system-ui, sans-serif"
    }
  }
}

extension Skin.Weight {
  fileprivate var css: Int {
    switch self {
    case .medium: 550
    case .semibold: 650
    case .bold: 750
    case .heavy: 850
    }
  }
}

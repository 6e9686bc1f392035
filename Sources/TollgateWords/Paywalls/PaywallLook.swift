public import Tollgate

/// The look of a page that sells, ready to be drawn: every color in both appearances, and the measures of its shapes.
///
/// Views, web pages and the playground's phones draw the same value. What the blueprint's `Skin` leaves out is derived
/// from its accent, so that texts have a contrast of at least 4.5 and controls of at least 3 with everything behind them
/// ([WCAG 2.2](https://www.w3.org/TR/WCAG22/#contrast-minimum)).
public struct PaywallLook: Hashable, Sendable {
  /// The colors of an appearance.
  public struct Theme: Hashable, Sendable {
    public let page: Skin.Color
    /// What is behind the page's texts, on ``page``; empty if nothing is.
    public let background: [Skin.Color]
    /// Plans and other cards on the page.
    public let card: Skin.Color
    public let text: Skin.Color
    /// Texts that say more.
    public let softText: Skin.Color
    /// The outline of what cannot be selected.
    public let edge: Skin.Color
    /// The outline of what can be selected.
    public let line: Skin.Color
    /// The button that buys, badges, and the icon on top.
    public let accent: Skin.Color
    /// Texts on ``accent``.
    public let onAccent: Skin.Color
    /// What is selected, and the rings around what has the focus: ``accent``, or a shade of it that stands out.
    public let control: Skin.Color
    /// Texts in the accent's color: ``accent``, or a shade of it that can be read.
    public let accentText: Skin.Color
    /// The second color of the icon on top.
    public let highlight: Skin.Color
    /// What is behind an icon.
    public let tint: Skin.Color

    /// Everything that texts stand on.
    package var grounds: [Skin.Color] { [page, card] + background }
  }

  public let light: Theme
  /// The colors by night; those of ``light`` if the skin has one appearance only.
  public let dark: Theme
  /// What it was derived from, with the typefaces and the shapes.
  public let skin: Skin

  /// The colors of an appearance.
  public func theme(isDark: Bool) -> Theme { isDark ? dark : light }

  /// The radius of the corners of cards, in points.
  public var cornerRadius: Int {
    switch skin.corners {
    case .sharp: 4
    case .soft: 12
    case .round: 18
    }
  }

  /// The radius of the corners of the button that buys, in points; nil if its ends are round.
  public var buttonRadius: Int? {
    switch skin.button.shape {
    case .pill: nil
    case .corners: cornerRadius
    }
  }

  /// The typeface of titles; with ``titleFont``, the one that shows until that font is there.
  public var titleFace: Skin.Face { skin.lettering.titles ?? skin.lettering.texts }

  /// The app's own font for titles, if there is one.
  public var titleFont: Skin.Font? {
    let lettering = skin.lettering
    return lettering.titles == nil ? lettering.titleFont ?? lettering.textFont : lettering.titleFont
  }

  public init(_ skin: Skin) {
    self.skin = skin
    switch skin.appearance {
    case .automatic:
      light = Theme(skin, isDark: false, from: .light)
      dark = Theme(skin, isDark: true, from: .dark)
    case .light:
      light = Theme(skin, isDark: false, from: .light)
      dark = light
    case .dark:
      dark = Theme(skin, isDark: true, from: .either)
      light = dark
    }
  }
}

/// Which of the colors of a tone an appearance has.
private enum Source {
  case light
  /// The dark one; what has none is derived.
  case dark
  /// The dark one, or else the only one.
  case either

  func color(_ tone: Skin.Tone?) -> Skin.Color? {
    switch self {
    case .light: tone?.light
    case .dark: tone?.dark
    case .either: tone?.dark ?? tone?.light
    }
  }

  func colors(_ background: Skin.Background) -> [Skin.Color] {
    switch self {
    case .light: background.light
    case .dark: background.dark
    case .either: background.dark.isEmpty ? background.light : background.dark
    }
  }
}

extension PaywallLook.Theme {
  fileprivate init(_ skin: Skin, isDark: Bool, from source: Source) {
    let colors = skin.colors
    let white = Skin.Color(red: 255, green: 255, blue: 255)
    let accent = source.color(colors.accent) ?? Self.dark(colors.accent.light)
    let shade = Shade(accent)
    // A gray accent has gray grounds.
    let vividness = min(1, shade.chroma / 0.1)
    func derived(_ lightness: Double, _ chroma: Double, turn: Double = 0) -> Skin.Color {
      Shade(
        lightness: lightness, chroma: chroma * vividness, hue: shade.hue + turn * .pi / 180
      ).color
    }
    let page = source.color(colors.page) ?? (isDark ? derived(0.17, 0.022) : derived(0.985, 0.01))
    let card = source.color(colors.card) ?? (isDark ? derived(0.235, 0.03) : white)
    var background = source.colors(skin.background)
    if skin.background.style == .plain {
      background = []
    } else if background.isEmpty, isDark, !skin.background.light.isEmpty {
      background = skin.background.light.map(Self.dim)
    } else if background.isEmpty {
      background =
        isDark
        ? [derived(0.33, 0.075, turn: 45), derived(0.29, 0.07), derived(0.25, 0.055, turn: -40)]
        : [derived(0.955, 0.07, turn: 45), derived(0.925, 0.065), derived(0.95, 0.05, turn: -40)]
    }
    let grounds = [page, card] + background
    let ink = derived(0.24, 0.035)
    let chalk = derived(0.965, 0.012)
    let readable =
      ink.contrast(with: grounds) >= chalk.contrast(with: grounds) ? ink : chalk
    let text = source.color(colors.text) ?? readable
    let tint = accent.mixed(with: card, isDark ? 208 : 222)
    let deep = derived(0.21, 0.05)
    let onAccent = [white, deep].first { $0.contrast(with: [accent]) >= 4.5 }
    let near = Shade(
      lightness: min(shade.lightness + 0.12, 0.82), chroma: shade.chroma,
      hue: shade.hue + 40 * .pi / 180)
    self.init(
      page: page, background: background, card: card, text: text,
      softText: text.mixed(with: page, 88).moved(to: text, until: 4.5, on: grounds + [tint]),
      edge: text.mixed(with: page, 222),
      line: text.mixed(with: page, 140).moved(to: text, until: 3, on: [page, card]),
      accent: accent, onAccent: onAccent ?? Skin.Color(red: 0, green: 0, blue: 0),
      control: accent.moved(to: text, until: 3, on: grounds),
      accentText: accent.moved(to: text, until: 4.5, on: grounds + [tint]),
      highlight: source.color(colors.highlight) ?? colors.highlight?.light ?? near.color,
      tint: tint)
  }

  /// The accent by night, from the one by day.
  private static func dark(_ color: Skin.Color) -> Skin.Color {
    let shade = Shade(color)
    // A gray one is lighter, as it does not stand out by its hue.
    let least = shade.chroma < 0.03 ? 0.93 : 0.74
    return Shade(
      lightness: max(shade.lightness, least), chroma: min(shade.chroma, 0.15), hue: shade.hue
    ).color
  }

  /// A color of the background by night, from the one by day.
  private static func dim(_ color: Skin.Color) -> Skin.Color {
    let shade = Shade(color)
    return Shade(lightness: 0.3, chroma: min(shade.chroma, 0.07), hue: shade.hue).color
  }
}

extension Skin.Color {
  /// The least contrast with several colors, by [WCAG 2.2](https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio): 1 to 21.
  package func contrast(with colors: [Skin.Color]) -> Double {
    contrast(withLuminances: colors.map(\.luminance))
  }

  private func contrast(withLuminances others: [Double]) -> Double {
    let own = luminance
    return others.map { (max(own, $0) + 0.05) / (min(own, $0) + 0.05) }.min() ?? 21
  }

  /// The nearest color towards black or white that has a contrast with several others; nil if none has it.
  package func nearest(reaching contrast: Double, on colors: [Skin.Color]) -> Skin.Color? {
    let ends = [
      Skin.Color(red: 0, green: 0, blue: 0), Skin.Color(red: 255, green: 255, blue: 255),
    ]
    let luminances = colors.map(\.luminance)
    for share in 0...256 {
      for end in ends {
        let color = mixed(with: end, share)
        if color.contrast(withLuminances: luminances) >= contrast { return color }
      }
    }
    return nil
  }

  /// The color with a share of another one, in 256ths.
  fileprivate func mixed(with other: Skin.Color, _ share: Int) -> Skin.Color {
    func part(_ own: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Int(own) * (256 - share) + Int(other) * share + 128) / 256)
    }
    return Skin.Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// The color, mixed with as little of another one as gives it a contrast with several.
  fileprivate func moved(
    to end: Skin.Color, until contrast: Double, on colors: [Skin.Color]
  ) -> Skin.Color {
    let luminances = colors.map(\.luminance)
    for share in stride(from: 0, to: 256, by: 8) {
      let color = mixed(with: end, share)
      if color.contrast(withLuminances: luminances) >= contrast { return color }
    }
    return end
  }
}

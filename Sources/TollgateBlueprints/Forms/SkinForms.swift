import Tollgate

/// The format of the look of paywalls.
enum SkinForms {
  /// A skin; only its accent is required.
  ///
  /// ```yaml
  /// skin:
  ///   accent: { light: "#1F7041", dark: "#7FD79A" }
  ///   background: { glow: ["#FFF2B8", "#BFE9C4", "#C4ECD9", "#B5DCA0"] }
  ///   font: rounded
  ///   icon: leaf
  /// ```
  static let skin = Form<Skin>.object(
    "a skin",
    .required("accent", tone, "The color of buttons, and of what is selected."),
    .optional("highlight", tone, "The second color of the icon on top."),
    .optional("text", tone, "The color of texts."),
    .optional("page", tone, "The color of the page."),
    .optional("card", tone, "The color of plans and other cards on the page."),
    .defaulted(
      "background", background, to: Skin.Background(),
      "What is behind the page; the accent's glow if left out."),
    .defaulted(
      "appearance", Form<Skin.Appearance>.choice(), to: .automatic,
      "The appearance that pages have: the system's, or always one."),
    .defaulted(
      "font", FontForms.typeface, to: FontForms.Typeface(face: .system),
      "The typeface: one that every system has, or a font of the app's own."),
    .defaulted("titles", titles, to: Skin.Lettering(), "The typeface of titles."),
    .optional("icon", Names.icon, "The icon on top of paywalls that have none of their own."),
    .defaulted(
      "corners", Form<Skin.Corners>.choice(), to: .round,
      "How round the corners of cards and pictures are."),
    .defaulted("button", button, to: Skin.Button(), "The button that buys."),
    .defaulted(
      "align", Form<Skin.Alignment>.choice(), to: .center,
      "Where the texts on top stand; `start` is the side from which the language is read."),
    .defaulted(
      "picture", Form<Skin.Picture>.choice(), to: .above,
      "Where a paywall's `image` is: above the title, or behind it over the whole width."),
    .defaulted(
      "benefits", Form<Skin.Reasons>.choice(), to: .list,
      "How the reasons to buy are arranged: a grid where there is room, or a table of free and paid."
    ),
    .defaulted(
      "plans", Form<Skin.Plans>.choice(), to: .rows,
      "How the plans are arranged: as rows or, where there is room, as cards beside each other or as a switch."
    )
  ) {
    accent, highlight, text, page, card, background, appearance, font, titles, icon, corners,
    button, alignment, picture, reasons, plans in
    Skin(
      colors: Skin.Palette(
        accent: accent, highlight: highlight, text: text, page: page, card: card),
      background: background, appearance: appearance,
      lettering: Skin.Lettering(
        texts: font.face, titles: titles.titles, hasCapitals: titles.hasCapitals,
        textFont: font.font, titleFont: titles.titleFont),
      icon: icon, corners: corners, button: button,
      layout: Skin.Layout(
        alignment: alignment, picture: picture, reasons: reasons, plans: plans))
  }

  /// A color; without quotation marks, YAML takes it for a comment.
  static let color = Form<String>.pattern(
    "a color such as `\"#1F7A4D\"`, in quotation marks", "^#[0-9A-Fa-f]{6}$"
  ) { Skin.Color($0) != nil }
  .map { (text: String, node: YAMLNode, reader: Reader) -> Skin.Color? in Skin.Color(text) }

  /// A color, or one by day and one by night.
  private static let tone = Form<Skin.Tone>.either(
    "a color such as `\"#1F7A4D\"`, or a map with `light` and `dark`",
    scalar: color.map { Skin.Tone(light: $0) },
    map: .object(
      "a color by day and by night",
      .required("light", color, "The color in a light appearance."),
      .optional("dark", color, "The color in a dark appearance; derived if left out.")
    ) { Skin.Tone(light: $0, dark: $1) })

  private static let colors = Form<[Skin.Color]>.list(
    of: color, atMost: Skin.Background.colorCounts.upperBound)

  /// What is behind a page: `plain`, or colors.
  private static let background = Form<Skin.Background>.either(
    "`glow`, `plain`, or a map with `glow` or `gradient`",
    scalar: Form<Skin.Background.Style>.choice([.glow, .plain]).map { Skin.Background($0) },
    map: .with(
      key: "gradient", orNear: true, colored("gradient", .gradient), else: colored("glow", .glow),
      "a background with `glow` or `gradient`"))

  /// A background with colors under a key.
  private static func colored(
    _ key: String, _ style: Skin.Background.Style
  ) -> Form<Skin.Background> {
    .object(
      "a background",
      .required(key, colors, "Its colors in a light appearance, one to four."),
      .defaulted("dark", colors, to: [], "Those in a dark appearance; derived if left out.")
    ) { Skin.Background(style, light: $0, dark: $1) }
  }

  /// The typeface of titles, or a map with more keys.
  private static let titles = Form<Skin.Lettering>.either(
    "a typeface, or a map with `font` and `capitals`",
    scalar: Form<Skin.Face>.choice().map { Skin.Lettering(titles: $0) },
    map: .object(
      "titles", atLeast: 1,
      .optional(
        "font", FontForms.typeface,
        "The typeface: one that every system has, or a font of the app's own."),
      .defaulted("capitals", .flag, to: false, "Whether titles are in capitals.")
    ) { Skin.Lettering(titles: $0?.face, hasCapitals: $1, titleFont: $0?.font) })

  private static let button = Form<Skin.Button>.object(
    "a button", atLeast: 1,
    .defaulted(
      "shape", Form<Skin.ButtonShape>.choice(), to: .pill,
      "Whether its ends are round, or its corners are those of cards."),
    .defaulted(
      "weight", Form<Skin.Weight>.choice(), to: .semibold, "How heavy its title is.")
  ) { Skin.Button(shape: $0, weight: $1) }
}

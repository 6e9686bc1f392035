/// The look of an app's paywalls: its colors, its typefaces and its shapes.
///
/// Web pages, SwiftUI and the playground's phones draw the same values; whatever a skin leaves out is derived from its
/// accent.
public struct Skin: Hashable, Sendable {
  /// A color by day and by night.
  public struct Tone: Hashable, Sendable {
    /// The color in a light appearance.
    public let light: Color
    /// The color in a dark appearance; nil if it is derived from the light one.
    public let dark: Color?

    public init(light: Color, dark: Color? = nil) {
      self.light = light
      self.dark = dark
    }
  }

  /// The colors of a skin.
  public struct Palette: Hashable, Sendable {
    /// The color of buttons, and of what is selected.
    public let accent: Tone
    /// The second color of the icon on top; nil for one near the accent.
    public let highlight: Tone?
    /// The color of texts.
    public let text: Tone?
    /// The color of the page.
    public let page: Tone?
    /// The color of plans and other cards on the page.
    public let card: Tone?

    public init(
      accent: Tone, highlight: Tone? = nil, text: Tone? = nil, page: Tone? = nil,
      card: Tone? = nil
    ) {
      self.accent = accent
      self.highlight = highlight
      self.text = text
      self.page = page
      self.card = card
    }
  }

  /// The appearances that a page has.
  public enum Appearance: String, Hashable, Sendable, Codable, CaseIterable {
    /// The one that the system is set to.
    case automatic
    case light
    case dark
  }

  /// What is drawn behind a page, on its color.
  public struct Background: Hashable, Sendable {
    /// How its colors are drawn.
    public enum Style: String, Hashable, Sendable, Codable, CaseIterable {
      /// Each fades into the page from a place of its own.
      case glow
      /// They blend into each other from the top, and into the page.
      case gradient
      /// There is nothing behind the page.
      case plain
    }

    public let style: Style
    /// The colors in a light appearance; if empty, they are derived.
    public let light: [Color]
    /// The colors in a dark appearance; if empty, they are derived.
    public let dark: [Color]

    public init(_ style: Style = .glow, light: [Color] = [], dark: [Color] = []) {
      self.style = style
      self.light = light
      self.dark = dark
    }

    /// How many colors a background has: 1 to 4.
    public static let colorCounts = 1...4
  }

  /// A typeface that every system has.
  public enum Face: String, Hashable, Sendable, Codable, CaseIterable {
    /// The system's own.
    case system
    case rounded
    case serif
    case mono
    case condensed
    case geometric
  }

  /// A font of the app's own.
  public struct Font: Hashable, Sendable {
    /// The family or PostScript name by which SwiftUI finds it among the fonts that the app contains.
    public let name: String
    /// The SHA-256 of the file that web pages load, in hexadecimal; see ``FontFile``.
    public let digest: String
    /// Whether the file is a variable font, which has every weight.
    public let isVariable: Bool

    public init(name: String, digest: String, isVariable: Bool = false) {
      self.name = name
      self.digest = digest
      self.isVariable = isVariable
    }
  }

  /// The file of a font, in [WOFF2](https://www.w3.org/TR/WOFF2/), which stays on the server.
  public struct FontFile: Hashable, Sendable {
    /// The SHA-256 of the contents, in hexadecimal.
    public let digest: String
    /// The contents of the file.
    public let bytes: [UInt8]

    public init(digest: String, bytes: [UInt8]) {
      self.digest = digest
      self.bytes = bytes
    }

    /// The greatest number of bytes in a font: 200,000.
    public static let byteLimit = 200_000
  }

  /// The typefaces.
  public struct Lettering: Hashable, Sendable {
    /// That of all texts; with ``textFont``, the one that shows until that font is there.
    public let texts: Face
    /// That of titles, with ``titleFont`` until that font is there; nil for the typeface and the font of texts.
    public let titles: Face?
    /// Whether titles are in capitals.
    public let hasCapitals: Bool
    /// The app's own font for all texts, if there is one.
    public let textFont: Font?
    /// The app's own font for titles, if they have one of their own.
    public let titleFont: Font?

    public init(
      texts: Face = .system, titles: Face? = nil, hasCapitals: Bool = false,
      textFont: Font? = nil, titleFont: Font? = nil
    ) {
      self.texts = texts
      self.titles = titles
      self.hasCapitals = hasCapitals
      self.textFont = textFont
      self.titleFont = titleFont
    }
  }

  /// How round the corners of cards and pictures are.
  public enum Corners: String, Hashable, Sendable, Codable, CaseIterable {
    case sharp
    case soft
    case round
  }

  /// The shape of the button that buys.
  public enum ButtonShape: String, Hashable, Sendable, Codable, CaseIterable {
    /// With round ends.
    case pill
    /// With the corners of cards.
    case corners
  }

  /// How heavy a button's title is.
  public enum Weight: String, Hashable, Sendable, Codable, CaseIterable {
    case medium
    case semibold
    case bold
    case heavy
  }

  /// The button that buys.
  public struct Button: Hashable, Sendable {
    public let shape: ButtonShape
    public let weight: Weight

    public init(shape: ButtonShape = .pill, weight: Weight = .semibold) {
      self.shape = shape
      self.weight = weight
    }
  }

  /// Where the texts on top of a page stand.
  public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
    case center
    /// At the side from which the language is read.
    case start
  }

  /// Where a paywall's own art is.
  public enum Picture: String, Hashable, Sendable, Codable, CaseIterable {
    /// Above the title.
    case above
    /// Behind the title, over the whole width, fading into the page.
    case behind
  }

  /// How the reasons to buy are arranged.
  public enum Reasons: String, Hashable, Sendable, Codable, CaseIterable {
    case list
    /// Two beside each other, where there is room.
    case grid
    /// What is free beside what is paid.
    case table
  }

  /// How the plans are arranged.
  public enum Plans: String, Hashable, Sendable, Codable, CaseIterable {
    case rows
    /// Beside each other, where there is room.
    case cards
    /// Two or three as a switch of their names, where there is room, with the selected one's price below.
    case `switch`
  }

  /// How a page is arranged.
  public struct Layout: Hashable, Sendable {
    public let alignment: Alignment
    public let picture: Picture
    public let reasons: Reasons
    public let plans: Plans

    public init(
      alignment: Alignment = .center, picture: Picture = .above, reasons: Reasons = .list,
      plans: Plans = .rows
    ) {
      self.alignment = alignment
      self.picture = picture
      self.reasons = reasons
      self.plans = plans
    }
  }

  public let colors: Palette
  public let background: Background
  public let appearance: Appearance
  public let lettering: Lettering
  /// The icon on top of paywalls that have none of their own; nil for the standard one.
  public let icon: String?
  public let corners: Corners
  public let button: Button
  public let layout: Layout

  public init(
    colors: Palette, background: Background = Background(), appearance: Appearance = .automatic,
    lettering: Lettering = Lettering(), icon: String? = nil, corners: Corners = .round,
    button: Button = Button(), layout: Layout = Layout()
  ) {
    self.colors = colors
    self.background = background
    self.appearance = appearance
    self.lettering = lettering
    self.icon = icon
    self.corners = corners
    self.button = button
    self.layout = layout
  }
}

extension Skin {
  /// An opaque color in sRGB, written `#1f7a4d`.
  public struct Color: Hashable, Sendable, Codable, RawRepresentable, LosslessStringConvertible {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// Reads a number sign and six hexadecimal digits; nil for anything else.
    public init?(rawValue: String) {
      let digits = rawValue.dropFirst()
      guard rawValue.hasPrefix("#"), rawValue.utf8.count == 7,
        digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16)
      else { return nil }
      self.init(
        red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }

    public init?(_ description: String) { self.init(rawValue: description) }

    /// The color in lowercase digits.
    public var rawValue: String {
      let digits = [red, green, blue].map { part in
        (part < 16 ? "0" : "") + String(part, radix: 16)
      }
      return "#" + digits.joined()
    }

    public var description: String { rawValue }
  }
}

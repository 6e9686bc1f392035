import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateWords

@Suite("The look of a paywall")
struct PaywallLookTests {
  /// Colors of every hue and lightness.
  private static let accents: [Skin.Color] = {
    let steps = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
    return steps.flatMap { red in
      steps.flatMap { green in
        steps.map { blue in Skin.Color(red: red, green: green, blue: blue) }
      }
    }
  }()

  private static func skin(
    _ accent: Skin.Color, _ appearance: Skin.Appearance = .automatic,
    _ background: Skin.Background = Skin.Background()
  ) -> Skin {
    Skin(
      colors: Skin.Palette(accent: Skin.Tone(light: accent)), background: background,
      appearance: appearance)
  }

  @Test("RA-18 whatever the color of an app is, texts can be read and controls stand out")
  func contrasts() {
    for accent in Self.accents {
      let look = PaywallLook(Self.skin(accent))
      for theme in [look.light, look.dark] {
        let grounds = theme.grounds
        let least: [(String, Double, Double)] = [
          ("text", theme.text.contrast(with: grounds), 7),
          ("soft text", theme.softText.contrast(with: grounds + [theme.tint]), 4.5),
          ("accent's text", theme.accentText.contrast(with: grounds + [theme.tint]), 4.5),
          ("button's text", theme.onAccent.contrast(with: [theme.accent]), 4.5),
          ("control", theme.control.contrast(with: grounds), 3),
          ("outline", theme.line.contrast(with: [theme.page, theme.card]), 3),
        ]
        for (name, contrast, needed) in least {
          #expect(contrast >= needed, "\(name) of \(accent)")
        }
      }
    }
  }

  @Test("RA-18 an app's color is its buttons' by day, and a lighter shade of it by night")
  func accents() {
    let green = Skin.Color(red: 0x1F, green: 0x7A, blue: 0x4D)
    let look = PaywallLook(Self.skin(green))
    #expect(look.light.accent == green)
    #expect(look.light.onAccent.description == "#ffffff")
    #expect(look.light.card.description == "#ffffff")
    #expect(look.light.background.count == 3 && look.dark.background.count == 3)
    #expect(look.dark.accent != green)
    #expect(look.dark.page.contrast(with: [look.light.page]) > 12)
    #expect(look.dark.accent.contrast(with: [look.dark.page]) > 7)
    // What stands out is not changed.
    #expect(look.light.accentText != look.light.text)
  }

  @Test(
    "RA-18 what a skin says is drawn as it is, and its only color counts in its only appearance")
  func given() throws {
    let orange = Skin.Color(red: 0xFF, green: 0x5A, blue: 0x36)
    let ground = Skin.Color(red: 13, green: 14, blue: 17)
    let glow = Skin.Color(red: 0x8A, green: 0x24, blue: 0x10)
    let skin = Skin(
      colors: Skin.Palette(accent: Skin.Tone(light: orange), page: Skin.Tone(light: ground)),
      background: Skin.Background(.glow, light: [glow]), appearance: .dark)
    let look = PaywallLook(skin)
    #expect(look.dark == look.light)
    #expect(look.dark.accent == orange && look.dark.page == ground)
    #expect(look.dark.background == [glow])

    let day = PaywallLook(Self.skin(orange, .light))
    #expect(day.dark == day.light && day.light.accent == orange)
    let plain = PaywallLook(Self.skin(orange, .automatic, Skin.Background(.plain)))
    #expect(plain.light.background.isEmpty && plain.dark.background.isEmpty)
  }

  @Test("RA-18 a style sheet has every color by day and by night, and refers to no file")
  func css() {
    let look = PaywallLook(Self.skin(Skin.Color(red: 0x1F, green: 0x7A, blue: 0x4D)))
    let css = look.css(for: ":root")
    let names = [
      "ground", "card", "ink", "soft", "edge", "line", "accent", "on", "control", "emphasis",
      "highlight", "tint", "backdrop",
    ]
    for name in names {
      #expect(css.components(separatedBy: "--\(name): ").count == 3, "\(name)")
    }
    #expect(css.contains("color-scheme: light dark"))
    #expect(css.contains("--radius: 18px") && css.contains("--button: 99px"))
    #expect(css.firstMatch(of: /url\(|@import|["'<>&]/) == nil)
    #expect(look.classes == ["skin"])

    let dark = PaywallLook(Self.skin(Skin.Color(red: 255, green: 90, blue: 54), .dark))
    #expect(!dark.css(for: ":root").contains("@media"))
    #expect(dark.css(for: ":root").contains("color-scheme: dark"))
  }

  @Test(
    "RA-18 a style sheet has the app's own font before the typeface that shows until it is there")
  func fonts() {
    func look(_ lettering: Skin.Lettering) -> PaywallLook {
      PaywallLook(
        Skin(
          colors: Skin.Palette(accent: Skin.Tone(light: Skin.Color(red: 0, green: 90, blue: 200))),
          lettering: lettering))
    }
    let (sora, lora) = (String(repeating: "a1", count: 32), String(repeating: "b2", count: 32))
    let one = look(
      Skin.Lettering(
        texts: .mono, textFont: Skin.Font(name: "Sora", digest: sora, isVariable: true)))
    let css = one.css(for: ":root")
    #expect(css.contains("--font: font-a1a1a1a1a1a1, ui-monospace,"))
    #expect(css.contains("--display: font-a1a1a1a1a1a1, ui-monospace,"))
    #expect(css.firstMatch(of: /url\(|@import|["'<>&]/) == nil)
    #expect(
      one.fontFaces(in: "../fonts")
        == "@font-face { font-family: font-a1a1a1a1a1a1; src: url(../fonts/\(sora)); "
        + "font-weight: 100 900; font-display: swap; }\n")

    let two = look(
      Skin.Lettering(
        titles: .serif, textFont: Skin.Font(name: "Sora", digest: sora),
        titleFont: Skin.Font(name: "Lora", digest: lora)))
    #expect(two.css(for: ":root").contains("--display: font-b2b2b2b2b2b2, ui-serif,"))
    let faces = two.fontFaces(in: "/fonts") ?? ""
    #expect(faces.matches(of: /font-weight: 400/).count == 2)
    #expect(faces.contains("url(/fonts/\(sora))") && faces.contains("url(/fonts/\(lora))"))

    // Titles that have a typeface of their own are not in the font of texts.
    let other = look(
      Skin.Lettering(titles: .serif, textFont: Skin.Font(name: "Sora", digest: sora)))
    #expect(other.css(for: ":root").contains("--display: ui-serif,") && other.titleFont == nil)
    #expect(look(Skin.Lettering()).fontFaces(in: "/fonts") == nil)
  }

  @Test("RA-18 shapes have the same measures wherever they are drawn")
  func shapes() {
    let colors = Skin.Palette(accent: Skin.Tone(light: Skin.Color(red: 0, green: 90, blue: 200)))
    let sharp = PaywallLook(
      Skin(colors: colors, corners: .sharp, button: Skin.Button(shape: .corners, weight: .heavy)))
    #expect(sharp.cornerRadius == 4 && sharp.buttonRadius == 4)
    #expect(sharp.css(for: ":root").contains("--radius: 4px; --button: 4px"))
    let soft = PaywallLook(Skin(colors: colors, corners: .soft))
    #expect(soft.cornerRadius == 12 && soft.buttonRadius == nil)
    let arranged = PaywallLook(
      Skin(
        colors: colors, lettering: Skin.Lettering(titles: .condensed, hasCapitals: true),
        layout: Skin.Layout(alignment: .start, picture: .behind, reasons: .grid, plans: .cards)))
    #expect(arranged.classes == ["skin", "start", "capitals", "behind", "grid", "cards"])
    #expect(arranged.titleFace == .condensed && soft.titleFace == .system)
  }
}

@MainActor
@Suite("The skin of a client's paywalls")
struct PaywallSkinTests {
  @Test("RA-18 a phone draws the skin of its blueprint, offline too, with the skin's icon")
  func page() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      phone.network.isOnline = false
      await phone.client.showPaywall("upgrade")
      let skin = try #require(world.blueprint.definition.skin)
      let page = try #require(model.page)
      #expect(page.look == PaywallLook(skin))
      #expect(page.look?.skin.lettering.texts == .rounded)
      #expect(page.icon == "leaf")
    }
  }

  @Test("RA-18 without a skin, a paywall has no look but the app's own")
  func none() async throws {
    try await World.of("studio") { world in
      let phone = Phone(world)
      let model = UpgradeModel(phone.client)
      await phone.client.launch()
      await model.load()
      #expect(model.page != nil && model.page?.look == nil)
    }
  }

  @Test("RA-18 what is bought once and for all says that it is one payment")
  func onePayment() async throws {
    try await World.of("studio") { world in
      let phone = Phone(world, usesStoreKit: true)
      let model = UpgradeModel(phone.client)
      await phone.client.launch()
      await model.load()
      let offers = try #require(model.page).offers
      let lifetime = try #require(offers.first { $0.id == "studio.lifetime" })
      #expect(lifetime.period == "one payment")
      #expect(lifetime.accessibilityLabel.contains("one payment"))
      #expect(offers.filter { $0.period == "one payment" }.count == 1)
    }
  }
}

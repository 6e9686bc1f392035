import Foundation
import Testing
import Tollgate

@testable import TollgateBlueprints

/// A blueprint with a skin, on line 12.
private func skinned(_ skin: String) -> String { meant(more: "skin: \(skin)") }

private func tone(_ light: String, _ dark: String? = nil) throws -> Skin.Tone {
  Skin.Tone(light: try #require(Skin.Color(light)), dark: dark.flatMap { Skin.Color($0) })
}

@Suite("The skin of a blueprint")
struct SkinTests {
  @Test("RA-18 an app that says nothing but its color has a skin, and no advice about it")
  func onlyTheColor() throws {
    let yaml = skinned(##"{ accent: "#1F7A4D" }"##)
    let skin = try parse(yaml).blueprint.definition.skin
    let accent = try tone("#1f7a4d")
    #expect(skin == Skin(colors: Skin.Palette(accent: accent)))
    #expect(said(of: yaml) == [])
  }

  @Test("RA-18 a skin says colors, typefaces, shapes and the arrangement in a few lines")
  func everything() throws {
    let skin = try parse(
      skinned(
        """

          accent: { light: "#1F7041", dark: "#7FD79A" }
          highlight: "#8FCE5A"
          text: { light: "#15301F", dark: "#E9F6EA" }
          page: { light: "#EAF5E6", dark: "#0C1810" }
          card: { light: "#FFFFFF", dark: "#1E3325" }
          background: { glow: ["#FFF2B8", "#BFE9C4"], dark: ["#4D4A14"] }
          appearance: light
          font: rounded
          titles: { font: serif, capitals: true }
          icon: leaf
          corners: soft
          button: { shape: corners, weight: heavy }
          align: start
          picture: above
          benefits: grid
          plans: cards
        """)
    ).blueprint.definition.skin
    let colors = Skin.Palette(
      accent: try tone("#1f7041", "#7fd79a"), highlight: try tone("#8fce5a"),
      text: try tone("#15301f", "#e9f6ea"), page: try tone("#eaf5e6", "#0c1810"),
      card: try tone("#ffffff", "#1e3325"))
    let background = Skin.Background(
      .glow, light: ["#fff2b8", "#bfe9c4"].compactMap { Skin.Color($0) },
      dark: ["#4d4a14"].compactMap { Skin.Color($0) })
    #expect(
      skin
        == Skin(
          colors: colors, background: background, appearance: .light,
          lettering: Skin.Lettering(texts: .rounded, titles: .serif, hasCapitals: true),
          icon: "leaf", corners: .soft, button: Skin.Button(shape: .corners, weight: .heavy),
          layout: Skin.Layout(alignment: .start, reasons: .grid, plans: .cards)))
  }

  @Test(
    "RA-18 a mistake in a skin says what would be right",
    arguments: [
      (
        "{ font: rounded }",
        "12:1: error: a skin lacks `accent`; expected a color such as `\"#1F7A4D\"`, or a map with "
          + "`light` and `dark`"
      ),
      (
        ##"{ accent: "1F7A4D" }"##,
        "12:17: error: found `1F7A4D`; expected a color such as `\"#1F7A4D\"`, in quotation marks"
      ),
      (
        ##"{ accent: "#1F7A4" }"##,
        "12:17: error: found `#1F7A4`; expected a color such as `\"#1F7A4D\"`, in quotation marks"
      ),
      (
        ##"{ accent: "#1F7A4D", font: round }"##,
        "12:34: error: found `round`; expected one of `system`, `rounded`, `serif`, `mono`, "
          + "`condensed`, `geometric`; did you mean `rounded`?"
      ),
      (
        ##"{ accent: "#1F7A4D", background: { glow: ["#FFFFFF", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#FFFFFF"] } }"##,
        "12:42: error: the list has 5; expected at most 4, each a color such as `\"#1F7A4D\"`, in "
          + "quotation marks"
      ),
      (
        ##"{ accent: "#1F7A4D", icon: leef }"##,
        "12:34: warning: there is no icon `leef`; expected an icon of the pages, or the name of a "
          + "system symbol; did you mean `leaf`?"
      ),
      (
        ##"{ accent: "#1F7A4D", picture: behind }"##,
        "12:37: warning: `picture: behind` has no effect: no paywall has an `image`"
      ),
    ])
  func mistakes(skin: String, expected: String) {
    #expect(said(of: skinned(skin)) == ["coach.yml:\(expected)"])
  }

  @Test("RA-18 a skin can have fonts of the app's own, each with a file that becomes part of it")
  func fonts() throws {
    let file = try parse(
      skinned(
        """

          accent: "#1F7A4D"
          font: { name: Sora, file: fonts/sora.woff2, fallback: rounded }
          titles: { font: { name: Sora-Bold, file: fonts/sora.woff2 }, capitals: true }
        """))
    let definition = file.blueprint.definition
    let read = try #require(definition.fonts.first)
    #expect(definition.fonts.count == 1 && Data(read.bytes) == files["fonts/sora.woff2"])
    #expect(read.digest.count == 64)
    #expect(
      definition.skin?.lettering
        == Skin.Lettering(
          texts: .rounded, titles: .system, hasCapitals: true,
          textFont: Skin.Font(name: "Sora", digest: read.digest, isVariable: true),
          titleFont: Skin.Font(name: "Sora-Bold", digest: read.digest, isVariable: true)))
    #expect(file.diagnostics.filter { $0.path.hasPrefix("skin") }.isEmpty)
    let text = try #require(file.sources.first?.text)
    #expect(try file.rewritten(text + "\n").blueprint.definition.fonts == definition.fonts)
    #expect(try file.rewritten(text).revision == file.revision)
  }

  @Test(
    "RA-18 a font that cannot be used is reported on its line",
    arguments: [
      (
        "{ name: Sora, file: fonts/none.woff2 }",
        "12:54: error: the font `fonts/none.woff2` cannot be read: there is no such file"
      ),
      (
        "{ name: Sora, file: fonts/sora.ttf }",
        "12:54: error: found `fonts/sora.ttf`; expected the path of a WOFF2 file in or below this "
          + "folder, such as `fonts/sora.woff2`"
      ),
      (
        "{ name: Sora, file: ../sora.woff2 }",
        "12:54: error: found `../sora.woff2`; expected the path of a WOFF2 file in or below this "
          + "folder, such as `fonts/sora.woff2`"
      ),
      (
        "{ name: Sora, file: fonts/large.woff2 }",
        "12:54: error: the font `fonts/large.woff2` has 200001 bytes; expected at most 200000"
      ),
      (
        "{ name: Sora, file: fonts/renamed.woff2 }",
        "12:54: error: the file `fonts/renamed.woff2` is not a WOFF2 font; `woff2_compress` makes "
          + "one from a TTF or OTF file"
      ),
      (
        "{ name: Sora, file: fonts/cut.woff2 }",
        "12:54: error: the font `fonts/cut.woff2` is incomplete; export or download it again"
      ),
      (
        "{ file: fonts/sora.woff2 }",
        "12:28: error: a font of the app's own lacks `name`; expected the font's name, such as "
          + "`Sora`"
      ),
      (
        "{ name: Sora }",
        "12:28: error: a font of the app's own lacks `file`; expected the path of a WOFF2 file in or "
          + "below this folder, such as `fonts/sora.woff2`"
      ),
      (
        "[rounded]",
        "12:28: error: found a list; expected a typeface, or a map with `name` and `file`"
      ),
    ])
  func fontMistakes(font: String, expected: String) {
    let tables: [UInt8] = [0x01, 0x06]
    let all = [
      "fonts/large.woff2": woff2(tables: tables, bytes: 199_951),
      "fonts/renamed.woff2": Data([0, 1, 0, 0] + [UInt8](repeating: 0, count: 60)),
      "fonts/cut.woff2": woff2(tables: tables, bytes: 9).dropLast(),
    ].merging(files) { first, _ in first }
    let yaml = skinned(##"{ accent: "#1F7A4D", font: \##(font) }"##)
    let report = BlueprintCheck.check(yaml, name: "coach.yml", files: all) { _ in throw NoFile() }
    #expect(report.diagnostics.map(\.description) == ["coach.yml:\(expected)"])
  }

  @Test(
    "RA-18 a font is variable if its directory names the table of its axes",
    arguments: [
      ([0x01, 0x06, 0x2F, 0x08], true), ([0x01, 0x06, 0x04, 0x08], false),
      // Lengths of two bytes; a transformed table with two lengths, and one that is not; a name in full.
      ([0x01, 0x81, 0x2F, 0x04, 0x08], false), ([0x0A, 0x06, 0x2F, 0x04, 0x08], false),
      ([0xCA, 0x06, 0x2F, 0x08], true), ([0x43, 0x06, 0x2F, 0x2F, 0x08], true),
      ([0x3F, 0x66, 0x76, 0x61, 0x72, 0x06, 0x04, 0x08], true),
      ([0x3F, 0x2F, 0x2F, 0x2F, 0x2F, 0x06, 0x04, 0x08], false),
    ] as [([UInt8], Bool)])
  func variable(tables: [UInt8], isVariable: Bool) {
    let font = [UInt8](woff2(tables: tables, count: 2))
    #expect(FontHeader.read(font) == FontHeader(isVariable: isVariable, isComplete: true))
    for length in font.indices {
      #expect(FontHeader.read(Array(font.prefix(length)))?.isComplete != true, "\(length) bytes")
    }
  }

  @Test(
    "RA-18 a text that cannot be read is a mistake, with its contrast and the nearest color that can",
    arguments: [
      (
        ##"{ accent: "#1F7A4D", page: "#FFFFFF", background: plain, text: "#8A8A8A" }"##,
        "12:70: error: the text `#8a8a8a` has a contrast of 3.45 with the page `#ffffff` in the "
          + "light appearance; expected at least 4.5, as `#767676` has"
      ),
      // One step from enough.
      (
        ##"{ accent: "#1F7A4D", page: "#FFFFFF", background: plain, text: "#777777" }"##,
        "12:70: error: the text `#777777` has a contrast of 4.47 with the page `#ffffff` in the "
          + "light appearance; expected at least 4.5, as `#767676` has"
      ),
      (##"{ accent: "#1F7A4D", page: "#FFFFFF", background: plain, text: "#767676" }"##, nil),
      (
        ##"{ accent: "#1F7A4D", background: plain, text: { light: "#101410", dark: "#6A7A6E" }, page: { light: "#FFFFFF", dark: "#101410" }, card: { light: "#FFFFFF", dark: "#1C221C" } }"##,
        "12:79: error: the text `#6a7a6e` has a contrast of 3.56 with the card `#1c221c` in the "
          + "dark appearance; expected at least 4.5, as `#7d8b80` has"
      ),
      (
        ##"{ accent: "#1F7A4D", page: "#FFFFFF", card: "#FFFFFF", text: "#15301F", background: { glow: ["#4D8A5A"] } }"##,
        "12:68: error: the text `#15301f` has a contrast of 3.45 with the background `#4d8a5a` in "
          + "the light appearance; expected at least 4.5, as `#09160e` has"
      ),
      // Without a text of its own, what it would stand on is at fault.
      (
        ##"{ accent: "#1F7A4D", page: "#777777", background: plain }"##,
        "12:34: error: the page `#777777` has a contrast of 3.64 with the text `#102418` in the "
          + "light appearance; expected at least 4.5, as `#878787` has"
      ),
    ] as [(String, String?)])
  func texts(skin: String, expected: String?) {
    #expect(
      said(of: skinned(skin)).filter { $0.contains("error") } == expected.map {
        ["coach.yml:\($0)"]
      } ?? [])
  }

  @Test(
    "RA-18 an accent that does not stand out is a warning, as what is selected has a shade of it",
    arguments: [
      (
        ##"{ accent: "#FFD400", page: "#FFFFFF", background: plain }"##,
        "12:17: warning: the accent `#ffd400` has a contrast of 1.43 with the page `#ffffff` in the "
          + "light appearance: what is selected is drawn in a shade of it; expected at least 3, as "
          + "`#af9200` has"
      ),
      (
        ##"{ accent: "#959595", page: "#FFFFFF", background: plain }"##,
        "12:17: warning: the accent `#959595` has a contrast of 2.99 with the page `#ffffff` in the "
          + "light appearance: what is selected is drawn in a shade of it; expected at least 3, as "
          + "`#949494` has"
      ),
      (##"{ accent: "#949494", page: "#FFFFFF", background: plain }"##, nil),
      // Pages are always dark, and there it does.
      (##"{ accent: "#FFD400", appearance: dark }"##, nil),
    ] as [(String, String?)])
  func accents(skin: String, expected: String?) {
    #expect(said(of: skinned(skin)) == expected.map { ["coach.yml:\($0)"] } ?? [])
  }

  @Test("RA-18 a benefit says what is free of it, with words of its own or of a feature")
  func free() throws {
    let file = try parse(
      meant(
        message: "{ title: Talk, icon: chat, paywall: plans, rules: [{ otherwise: deny }] }",
        paywall:
          "{ title: Plans, benefits: [{ feature: send-message, free: Five }, { icon: star, title: More, free: { text: banner } }, { icon: leaf, title: All }], packages: [coach.monthly] }",
        more: ##"skin: { accent: "#1F7A4D", benefits: table }"##))
    let definition = file.blueprint.definition
    let benefits = try #require(definition.paywalls.first).benefits
    #expect(benefits.map(\.free) == ["paywalls.plans.benefits.0.free", "banner", nil])
    #expect(definition.skin?.layout.reasons == .table)
  }

  @Test("RA-18 the example apps and Glow have skins without a fault", arguments: apps + ["glow"])
  func examples(app: String) throws {
    let file = try BlueprintFile.load(path: path(of: app))
    #expect(file.blueprint.definition.skin != nil)
    #expect(file.diagnostics.filter { $0.path.hasPrefix("skin") }.isEmpty)
  }

  @Test(
    "RA-18 a color is a number sign and six hexadecimal digits",
    arguments: [
      ("#1F7A4D", "#1f7a4d"), ("#000000", "#000000"), ("#fff", nil), ("1F7A4D", nil),
      ("#1F7A4D0", nil), ("#+F7A4D", nil), ("#１２", nil), ("", nil),
    ] as [(String, String?)])
  func colors(written: String, expected: String?) {
    #expect(Skin.Color(written)?.description == expected)
  }
}

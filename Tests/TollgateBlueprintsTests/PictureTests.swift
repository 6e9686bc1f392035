import Foundation
import Testing
import Tollgate

@testable import TollgateBlueprints

/// A blueprint whose paywall has an image, on line 10.
private func blueprint(_ image: String, pages: String? = nil) -> String {
  """
  app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
  legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
  products:
    coach.monthly: { name: Coach, entitlements: premium, price: 9.99 USD, period: P1M }
  features:
    chat: [{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]
  paywalls:
    plans:
      title: Plans
      image: \(image)
      packages: [coach.monthly]
  """ + (pages.map { "\n    pages: \($0)" } ?? "")
}

/// The bytes of a text of hexadecimal numbers, and of letters after `'`.
private func bytes(_ text: String) -> [UInt8] {
  text.split(separator: " ").flatMap { word -> [UInt8] in
    word.first == "'" ? Array(word.dropFirst().utf8) : UInt8(word, radix: 16).map { [$0] } ?? []
  }
}

@Suite("Pictures of a blueprint")
struct PictureTests {
  @Test(
    "the format and the size are read from the contents",
    arguments: [
      ("image/webp 1200 800", "'RIFF 0 0 0 0 'WEBPVP8X 0A 0 0 0 0 0 0 0 AF 04 0 1F 03 0"),
      ("image/webp 300 200", "'RIFF 0 0 0 0 'WEBPVP8L 0 0 0 0 2F 2B C1 31 0"),
      ("image/webp 300 200", "'RIFF 0 0 0 0 'WEBPVP8 20 0 0 0 0 0 0 0 9D 01 2A 2C 01 C8 00"),
      ("image/jpeg 300 200", "FF D8 FF E0 0 4 0 0 FF FF C2 0 11 8 0 C8 1 2C 3"),
      (
        "image/avif 300 200",
        "0 0 0 18 'ftypmif1 0 0 0 0 'avifmiaf 0 0 0 14 'ispe 0 0 0 0 0 0 0 20 0 0 0 20 0 0 0 14 'ispe 0 0 0 0 0 0 1 2C 0 0 0 C8"
      ),
      (
        "image/avif 4294967295 4294967295",
        "0 0 0 10 'ftypavif 0 0 0 0 0 0 0 14 'ispe 0 0 0 0 FF FF FF FF FF FF FF FF 0 0 0 14 'ispe 0 0 0 0 0 0 0 1 0 0 0 1"
      ),
    ])
  func formats(expected: String, contents: String) throws {
    let contents = bytes(contents)
    let header = PictureHeader.read(contents)
    #expect(header.map { "\($0.mediaType) \($0.width) \($0.height)" } == expected)
    for length in contents.indices { _ = PictureHeader.read(Array(contents.prefix(length))) }
  }

  @Test(
    "a file that was cut anywhere is incomplete",
    arguments: [
      [UInt8](png(width: 9, height: 9, bytes: 9)),
      bytes("'RIFF 16 0 0 0 'WEBPVP8L 0A 0 0 0 2F 2B C1 31 0 0 0 0 0 0"),
      bytes("FF D8 FF E0 0 4 0 0 FF C2 0 11 8 0 C8 1 2C 3 0 0 0 FF D9"),
      bytes(
        "0 0 0 10 'ftypavif 0 0 0 0 0 0 0 1 'mdat 0 0 0 0 0 0 0 12 0 0 0 0 0 14 'ispe 0 0 0 0 0 0 0 8 0 0 0 8"
      ),
    ])
  func ends(contents: [UInt8]) {
    #expect(PictureHeader.read(contents)?.isComplete == true)
    for length in contents.indices {
      let cut = PictureHeader.read(Array(contents.prefix(length)))
      #expect(cut?.isComplete != true, "\(length) bytes")
    }
  }

  @Test(
    "a drawing has the proportions of its view box, or else of its width and height",
    arguments: [
      (#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"></svg>"#, "480 300"),
      (
        "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- A > B -->\n<svg\n width='48px' height=\"30\"></svg>",
        "4800 3000"
      ),
      (#"<svg viewBox="0,0,1.5,1" width="100%"></svg>"#, "150 100"),
      (#"<svg width="100%" height="100%"></svg>"#, nil), (#"<svg viewBox="0 0 0 1"></svg>"#, nil),
      (#"<html><svg viewBox="0 0 9 9"></svg></html>"#, nil), ("", nil),
    ] as [(String, String?)])
  func drawings(text: String, expected: String?) {
    let header = PictureHeader.read(Array(text.utf8))
    #expect(header.map { "\($0.width) \($0.height)" } == expected)
  }

  @Test("an image is a path, or has a variant for a dark appearance and a description")
  func forms() throws {
    let plain = try parse(blueprint("art/hero.webp")).blueprint.definition.paywalls[0]
    let file = try #require(plain.hero.image?.file)
    #expect((file.path, file.name, file.mediaType) == ("art/hero.webp", "hero", "image/png"))
    #expect((file.width, file.height, file.bytes.count) == (1200, 800, 57))
    #expect(plain.hero.image?.dark == nil && plain.hero.image?.description == nil)

    let parsed = try parse(
      blueprint(
        "{ file: art/hero.webp, dark: art/hero-dark.webp, description: A sill }",
        pages: "[{ title: A }, { title: B, icon: heart }, { title: C, image: art/hero-dark.webp }]")
    ).blueprint
    let full = parsed.definition.paywalls[0]
    #expect(full.hero.image?.dark?.width == 600 && full.pictures.count == 3)
    let description = try #require(full.hero.image?.description)
    #expect(parsed.text(description)?.wordings["en"] == LocalizedText.Wording("A sill"))
    #expect(full.texts.contains(description))
    #expect(full.flow.pages.map { $0.image?.file.width } == [nil, nil, 600])
  }

  @Test(
    "a picture that cannot be used is reported on its line",
    arguments: [
      (
        "art/none.webp",
        "10:12: error: the picture `art/none.webp` cannot be read: there is no such file"
      ),
      (
        "{ file: art/hero.webp, dark: art/none.png }",
        "10:41: error: the picture `art/none.png` cannot be read: there is no such file"
      ),
      (
        "../hero.webp",
        "10:12: error: found `../hero.webp`; expected the path of a WebP, PNG, JPEG, AVIF or SVG file in or below this folder, such as `art/hero.webp`"
      ),
      (
        "art/hero.gif",
        "10:12: error: found `art/hero.gif`; expected the path of a WebP, PNG, JPEG, AVIF or SVG file in or below this folder, such as `art/hero.webp`"
      ),
      (
        "art/large.png",
        "10:12: error: the picture `art/large.png` has 90001 bytes; expected at most 90000"
      ),
      (
        "art/text.png",
        "10:12: error: the file `art/text.png` is not an image with a known size; expected WebP, PNG, JPEG, AVIF or SVG"
      ),
      (
        "art/wide.png",
        "10:12: error: the picture `art/wide.png` is 2049 × 10 pixels; expected at most 2048 on a side"
      ),
      (
        "art/cut.png",
        "10:12: error: the picture `art/cut.png` is incomplete; export or download it again"
      ),
      (
        "art/moving.png",
        "10:12: error: the picture `art/moving.png` is animated; expected a still picture"
      ),
      (
        "art/moving.svg",
        "10:12: error: the picture `art/moving.svg` is animated; expected a still picture"
      ),
      (
        "{ file: art/half.png, dark: art/other.png }",
        "10:5: error: the pictures of the paywall and its pages have 100114 bytes; expected at most 90000"
      ),
    ])
  func mistakes(image: String, expected: String) {
    let all = [
      "art/large.png": png(width: 9, height: 9, bytes: 89_944),
      "art/text.png": Data("hello".utf8), "art/wide.png": png(width: 2049, height: 10),
      "art/cut.png": png(width: 9, height: 9, bytes: 100).dropLast(),
      "art/moving.png": png(width: 9, height: 9, animated: true),
      "art/moving.svg": Data(
        #"<svg viewBox="0 0 9 9"><animate attributeName="x"/></svg>"#.utf8),
      "art/half.png": png(width: 9, height: 9, bytes: 50_000),
      "art/other.png": png(width: 8, height: 9, bytes: 50_000),
    ].merging(files) { first, _ in first }
    let report = BlueprintCheck.check(blueprint(image), name: "coach.yml", files: all) { _ in
      throw NoFile()
    }
    #expect(report.diagnostics.map(\.description) == ["coach.yml:\(expected)"])
  }

  @Test("a picture is read from the blueprint's folder, never through a link out of it")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let inside = folder.appendingPathComponent("app/art")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    try png(width: 30, height: 20).write(to: folder.appendingPathComponent("secret.png"))
    try FileManager.default.createSymbolicLink(
      atPath: inside.appendingPathComponent("link.png").path,
      withDestinationPath: "../../secret.png")
    try png(width: 30, height: 20).write(to: inside.appendingPathComponent("hero.png"))
    let file = folder.appendingPathComponent("app/coach.yml")

    try blueprint("art/link.png").write(to: file, atomically: true, encoding: .utf8)
    let report = BlueprintCheck.check(path: file.path)
    #expect(
      report.diagnostics.map(\.description) == [
        "coach.yml:10:12: error: the picture `art/link.png` cannot be read: a symbolic link leads out of the blueprint's folder"
      ])

    try blueprint("art/hero.png").write(to: file, atomically: true, encoding: .utf8)
    let first = try BlueprintFile.load(path: file.path)
    #expect(first.blueprint.definition.paywalls[0].hero.image?.file.width == 30)
    #expect(BlueprintFile.files(of: file.path) == ["art/hero.png"])
    try png(width: 60, height: 40).write(to: inside.appendingPathComponent("hero.png"))
    #expect(try BlueprintFile.load(path: file.path).revision != first.revision)
  }

  @Test("the pattern of paths and the test in code agree")
  func paths() throws {
    let paths = [
      "hero.png", "art/hero@2x.png", "a.b/c-d_e.jpeg", "art/a.b.svg", "a/b/c/d/e/f/g/h.jpg",
      "a/b/c/d/e/f/g/h/i.jpg", "/hero.png", "art//hero.png", "../hero.png", "./hero.png", ".png",
      "art/.png", "@2x.png", "hero.PNG", "hero", "hero.gif", "a b.png", "a@b/c.png", "hero.png ",
      "é.png", String(repeating: "a", count: 95) + ".png",
      String(repeating: "a", count: 96) + ".png",
    ]
    for path in paths {
      let matches = try Regex(FilePath.pictures.pattern).wholeMatch(in: path) != nil
      #expect(FilePath.pictures.isValid(path) == matches, "\(path)")
    }
  }
}

import Foundation
import Tollgate

/// The look of paywalls; what has its usual value is left out.
extension Skin: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Skin?) throws {
    try self.init(
      colors: wire.required("colors", value?.colors),
      background: wire.defaulted("background", value?.background, to: Background()),
      appearance: wire.defaulted("appearance", value?.appearance, to: .automatic),
      lettering: wire.defaulted("lettering", value?.lettering, to: Lettering()),
      icon: wire.optional("icon", value?.icon),
      corners: wire.defaulted("corners", value?.corners, to: .round),
      button: wire.defaulted("button", value?.button, to: Button()),
      layout: wire.defaulted("layout", value?.layout, to: Layout()))
  }
}

/// The colors: `{"accent":{"light":"#1f7a4d"}}`; the others are derived if they are missing.
extension Skin.Palette: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Skin.Palette?) throws {
    try self.init(
      accent: wire.required("accent", value?.accent),
      highlight: wire.optional("highlight", value?.highlight),
      text: wire.optional("text", value?.text),
      page: wire.optional("page", value?.page),
      card: wire.optional("card", value?.card))
  }
}

/// A color by day and by night: `{"dark":"#7fd79a","light":"#1f7041"}`.
extension Skin.Tone: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Skin.Tone?) throws {
    try self.init(
      light: wire.text("light", value?.light, any: Skin.Color(red: 0, green: 0, blue: 0)),
      dark: wire.text("dark", ifPresent: value?.dark))
  }
}

/// What is behind a page: `{"light":["#fff2b8"]}`; `style` is left out if it is `glow`.
extension Skin.Background: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Skin.Background?) throws {
    try self.init(
      wire.defaulted("style", value?.style, to: .glow),
      light: wire.list("light", value?.light), dark: wire.list("dark", value?.dark))
  }
}

extension Skin.Lettering: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Skin.Lettering?) throws {
    try self.init(
      texts: wire.defaulted("texts", value?.texts, to: .system),
      titles: wire.optional("titles", value?.titles),
      hasCapitals: wire.flag("hasCapitals", value?.hasCapitals),
      textFont: wire.optional("textFont", value?.textFont),
      titleFont: wire.optional("titleFont", value?.titleFont))
  }
}

/// A font of the app's own: `{"digest":"9f86d0…","name":"Sora"}`; `isVariable` is left out if it is false.
extension Skin.Font: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Skin.Font?) throws {
    try self.init(
      name: wire.required("name", value?.name),
      digest: wire.required("digest", value?.digest),
      isVariable: wire.flag("isVariable", value?.isVariable))
  }
}

/// A font file; `bytes` are in Base64.
extension Skin.FontFile: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Skin.FontFile?) throws {
    let text = value.map { Data($0.bytes).base64EncodedString() }
    guard let data = Data(base64Encoded: try wire.required("bytes", text)) else {
      throw wire.invalid("bytes", "the font is not in Base64")
    }
    try self.init(digest: wire.required("digest", value?.digest), bytes: [UInt8](data))
  }
}

extension Skin.Button: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Skin.Button?) throws {
    try self.init(
      shape: wire.defaulted("shape", value?.shape, to: .pill),
      weight: wire.defaulted("weight", value?.weight, to: .semibold))
  }
}

extension Skin.Layout: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Skin.Layout?) throws {
    try self.init(
      alignment: wire.defaulted("alignment", value?.alignment, to: .center),
      picture: wire.defaulted("picture", value?.picture, to: .above),
      reasons: wire.defaulted("reasons", value?.reasons, to: .list),
      plans: wire.defaulted("plans", value?.plans, to: .rows))
  }
}

import Foundation
import Tollgate

/// A paywall; the values of its texts' keys are names of texts.
extension Paywall: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall?) throws {
    self = try wire.object(value)
  }
}

extension Paywall.Page.Question: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Page.Question?) throws {
    self = try wire.object(value)
  }
}

/// The offer of a package: `{"id":"stay","kind":"named"}` for a promotional or win-back offer, or `code` for one that is
/// redeemed.
extension Paywall.Package.Offer: WireObject {
  private enum Kind: String, Codable, CaseIterable { case named, code }

  private var kind: Kind {
    switch self {
    case .named: .named
    case .code: .code
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: Paywall.Package.Offer?) throws {
    let kind = try wire.choice("kind", value?.kind)
    let id = try wire.required("id", value?.id)
    switch kind {
    case .named: self = .named(id)
    case .code: self = .code(id)
    }
  }
}

/// The art on top of a paywall; `description` is the name of a text, and left out if the art is decorative.
extension Paywall.Image: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Image?) throws {
    try self.init(
      file: wire.required("file", value?.file),
      dark: wire.optional("dark", value?.dark),
      description: wire.optional("description", value?.description))
  }
}

/// A picture; `bytes` are in Base64, and `width` and `height` above zero.
extension Paywall.Image.File: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Image.File?) throws {
    let width = try wire.required("width", value?.width)
    let height = try wire.required("height", value?.height)
    guard width > 0, height > 0 else { throw wire.invalid("width", "the picture has no size") }
    let text = value.map { Data($0.bytes).base64EncodedString() }
    guard let data = Data(base64Encoded: try wire.required("bytes", text)) else {
      throw wire.invalid("bytes", "the picture is not in Base64")
    }
    try self.init(
      path: wire.required("path", value?.path),
      mediaType: wire.required("mediaType", value?.mediaType), width: width, height: height,
      bytes: [UInt8](data))
  }
}

/// A place where a paywall shows automatically.
///
/// Members that are missing have their defaults: `priority` 0, `isGate` true, `cooldown` none and `holdOut` 0 percent.
extension Placement: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Placement?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      when: wire.required("when", value?.when),
      paywall: wire.required("paywall", value?.paywall),
      oncePerSession: wire.required("oncePerSession", value?.oncePerSession),
      priority: wire.defaulted("priority", value?.priority, to: 0),
      isGate: wire.flag("isGate", value?.isGate, usually: true),
      cooldown: wire.optional("cooldown", value?.cooldown),
      holdOut: wire.defaulted("holdOut", value?.holdOut, to: 0))
  }
}

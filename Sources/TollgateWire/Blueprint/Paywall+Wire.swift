import Foundation
import Tollgate

/// A paywall; `title`, `subtitle`, `button` and `welcome` are names of texts.
extension Paywall: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall?) throws {
    let flow = try Paywall.Flow(
      pages: wire.list("pages", value?.flow.pages),
      exitOffer: wire.optional("exitOffer", value?.flow.exitOffer))
    try self.init(
      id: wire.required("id", value?.id),
      title: wire.required("title", value?.title),
      subtitle: wire.optional("subtitle", value?.subtitle),
      benefits: wire.required("benefits", value?.benefits),
      packages: wire.required("packages", value?.packages),
      button: wire.optional("button", value?.button),
      isDismissible: wire.required("isDismissible", value?.isDismissible),
      welcome: wire.optional("welcome", value?.welcome),
      cases: wire.list("cases", value?.cases),
      icon: wire.optional("icon", value?.hero.icon),
      image: wire.optional("image", value?.hero.image),
      hasTimeline: wire.flag("hasTimeline", value?.hasTimeline),
      proof: wire.list("proof", value?.proof),
      questions: wire.list("questions", value?.questions),
      closeDelay: wire.optional("closeDelay", value?.closeDelay),
      tabs: wire.list("tabs", value?.tabs),
      showsWebPage: wire.flag("showsWebPage", value?.showsWebPage),
      flow: flow)
  }
}

/// What a paywall says to some customers.
///
/// `title`, `subtitle`, `button` and `welcome` are names of texts; what is left out is the paywall's.
extension Paywall.Case: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Case?) throws {
    try self.init(
      when: wire.required("when", value?.when),
      title: wire.optional("title", value?.title),
      subtitle: wire.optional("subtitle", value?.subtitle),
      button: wire.optional("button", value?.button),
      welcome: wire.optional("welcome", value?.welcome))
  }
}

/// A tab with the plans of one tier; `title` is the name of a text.
///
/// Without `benefits`, it shows those of the paywall.
extension Paywall.Tab: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Tab?) throws {
    try self.init(
      entitlement: wire.required("entitlement", value?.entitlement),
      title: wire.required("title", value?.title),
      benefits: wire.list("benefits", value?.benefits))
  }
}

/// A reason to buy; `title`, `detail` and `free` are names of texts.
extension Paywall.Benefit: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Benefit?) throws {
    try self.init(
      icon: wire.required("icon", value?.icon),
      title: wire.required("title", value?.title),
      detail: wire.optional("detail", value?.detail),
      free: wire.optional("free", value?.free))
  }
}

/// A rating or a quote; `text` and `by` are names of texts.
extension Paywall.Proof: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Proof?) throws {
    try self.init(
      stars: wire.optional("stars", value?.stars),
      text: wire.required("text", value?.text),
      by: wire.optional("by", value?.by))
  }
}

/// A question; both members are names of texts.
extension Paywall.Question: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Question?) throws {
    try self.init(
      question: wire.required("question", value?.question),
      answer: wire.required("answer", value?.answer))
  }
}

/// A product on offer: `{"badge":"best","offerLine":"offer.line","priceLine":"price.line","product":"monthly"}`.
///
/// `when` is left out if it is for everyone, and `billing` unless it is `monthly`.
extension Paywall.Package: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Package?) throws {
    try self.init(
      product: wire.required("product", value?.product),
      billing: wire.defaulted("billing", value?.billing, to: .upFront),
      seats: wire.optional("seats", value?.seats),
      when: wire.defaulted("when", value?.when, to: .always),
      offer: wire.optional("offer", value?.offer),
      offerLine: wire.optional("offerLine", value?.offerLine),
      priceLine: wire.optional("priceLine", value?.priceLine),
      badge: wire.optional("badge", value?.badge),
      hasCountdown: wire.flag("hasCountdown", value?.hasCountdown),
      showsPriceToEveryone: wire.flag("showsPriceToEveryone", value?.showsPriceToEveryone))
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

/// A page before the offer; `title` and `text` are names of texts.
extension Paywall.Page: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Page?) throws {
    try self.init(
      title: wire.required("title", value?.title),
      text: wire.optional("text", value?.text),
      icon: wire.optional("icon", value?.icon),
      image: wire.optional("image", value?.image),
      benefits: wire.list("benefits", value?.benefits),
      question: wire.optional("question", value?.question))
  }
}

/// A question of a page: `{"answers":[{"text":"goal.strength","value":"strength"}],"attribute":"goal"}`.
extension Paywall.Page.Question: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Page.Question?) throws {
    try self.init(
      attribute: wire.required("attribute", value?.attribute),
      answers: wire.required("answers", value?.answers))
  }
}

/// An answer; `text` is the name of a text.
extension Paywall.Page.Answer: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Paywall.Page.Answer?) throws {
    try self.init(
      value: wire.required("value", value?.value),
      text: wire.required("text", value?.text))
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

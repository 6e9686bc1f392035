import Foundation
import Testing
import Tollgate

@testable import TollgatePlayground
@testable import TollgateWords

@Suite("Escaping")
struct EscapingTests {
  static let hostile = [
    #"<script>alert(1)</script>"#,
    #""><img src=x onerror=alert(1)>"#,
    #"' onfocus='alert(1)"#,
    "</textarea></title><svg/onload=alert(1)>",
    "\"\u{301} onfocus=alert(1) x=\"\u{338}",
    "<\u{338}script>alert(1)<\u{338}/script>",
    "{{{html}}} {{> playground}} &lt;b&gt;",
  ]

  @Test("a hostile value stays text wherever it is shown", arguments: hostile)
  func escaping(value: String) throws {
    let pages = try Pages()
    let plain = Self.page("plain")
    let html = pages.playground(Self.page(value))
    #expect(Self.skeleton(html) == Self.skeleton(pages.playground(plain)))
    #expect(!html.unicodeScalars.elementsEqual(pages.playground(plain).unicodeScalars))
  }

  /// The tags of a document with the values of their attributes left out, scalar by scalar as
  /// parsers read.
  static func skeleton(_ html: String) -> [String] {
    var tags: [String] = []
    var tag: String?
    var quoted = false
    for scalar in html.unicodeScalars {
      switch (scalar, tag) {
      case ("<", nil): tag = ""
      case (">", .some(let name)) where !quoted:
        tags.append(name)
        tag = nil
      case ("\"", .some):
        quoted.toggle()
      case (_, .some) where !quoted: tag?.unicodeScalars.append(scalar)
      default: break
      }
    }
    return tags
  }

  /// A page in which every string is the same value.
  static func page(_ value: String) -> PlaygroundPage {
    let action = PageAction(value, [value: value])
    let button = PageButton(label: value, action: action, style: .primary)
    let prompt = PromptCard(
      id: value, title: value, text: value, percent: 1, button: button, dismiss: action)
    let chat = ChatScreen(
      title: value, subtitle: value, prompt: prompt,
      messages: [ChatMessage(id: value, author: .coach, text: value, time: value)], finish: button,
      composer: .open(OpenComposer(placeholder: value, send: action)), settings: action)
    let picture = PaywallArt.Picture(address: value, width: value, height: value)
    let paywall = PaywallSheet(
      id: value,
      page: PaywallPage(
        title: value, intro: [Fixtures.line(value)], benefitsLabel: value,
        offers: [
          PaywallPage.Offer(
            id: CatalogProduct.ID(value), name: value, price: value, period: value,
            offerLine: value, savingLine: value, badge: value, accessibilityLabel: value)
        ], offersLabel: value, purchaseLabel: value, restoreLabel: value, closeLabel: value,
        footnote: value, terms: [value],
        links: [PaywallPage.Link(label: value, url: URL(filePath: "/" + value))],
        extras: PaywallPage.Extras(
          timelineLabel: value, timeline: [PaywallPage.Step(title: value, line: value)],
          promises: [Fixtures.line(value)], proofLabel: value,
          proof: [PaywallPage.Proof(stars: [0], starsLabel: value, text: value, by: value)],
          questionsLabel: value,
          questions: [PaywallPage.Question(question: value, answer: value)],
          tabs: [
            PaywallPage.Tab(
              id: CatalogProduct.ID(value), position: 0, title: value, isSelected: true)
          ], tabsLabel: value)), icon: .star,
      art: PaywallArt(picture: picture, dark: picture, alternative: value),
      benefits: [PaywallPage.Benefit(icon: "star", title: value, detail: value)], offer: value,
      close: action)
    let row = SettingsRow(label: value, value: value, badge: value, action: action)
    return PlaygroundPage(
      app: .grobro,
      phone: PhonePage(
        app: .grobro, statusBar: StatusBar(time: value), screen: .chat(chat),
        tabs: [TabItem(label: value, icon: .leaf, action: action)], paywall: paywall,
        sheet: .alert(AlertSheet(title: value, text: value, tryAgain: button, cancel: button)),
        notification: PhoneNotification(title: value, text: value, time: value, action: action),
        toast: value),
      controls: Controls(now: value, nextChange: value, clockOffset: value, person: value),
      panels: Panels(
        membership: MembershipPanel(
          customer: value, phase: value, condition: value, nextChange: value, status: value,
          entitlements: [EntitlementRow(name: value, until: value)]),
        file: FilePanel(
          app: .grobro, file: value, version: value, state: value,
          problems: [
            ProblemRow(id: 0, kind: value, tone: .bad, place: value, text: value, line: value)
          ], canUndo: true, canKeep: true, isChanged: true, storekit: value),
        features: [
          FeatureRow(
            name: value, answer: value, tone: .good, detail: value, rule: value, lines: value,
            before: value, change: value, skipped: [value], phone: value)
        ],
        comparison: Comparison(
          phone: value, server: value, rows: [ComparisonRow(value, value, value + "!")]),
        ledger: LedgerPanel(
          count: value, people: [LedgerPerson(id: value, label: value, note: value)],
          rows: [
            LedgerRow(
              id: value, customer: value, time: value, kind: value, summary: value, after: value)
          ]),
        notifications: [
          NotificationRow(id: value, time: value, type: value, subtype: value, status: value)
        ], nudges: [NudgeRow(id: value, time: value, text: value, state: row.label)]))
  }
}

import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateWords

@MainActor
@Suite("A paywall's layout on every screen")
struct PaywallLayoutTests {
  @Test(
    "CF-5 on every screen and at every text size the button, a benefit, the price, restore and the terms can be reached",
    arguments: ["coach-free", "coach-paid", "grobro", "strikelab", "techniq"])
  func reach(app: String) async throws {
    try await World.of(app) { world in
      let pages = await Self.pages(in: world)
      #expect(!pages.isEmpty && pages.count == world.blueprint.definition.paywalls.count)
      for page in pages {
        #expect(!page.benefits.isEmpty && !page.terms.isEmpty && !page.links.isEmpty)
        for screen in Screen.all {
          for size in screen.textSizes { Self.check(page, on: screen, size) }
        }
      }
    }
  }

  private static func check(_ page: PaywallPage, on screen: Screen, _ size: TextSize) {
    let layout = screen.layout(size)
    let columns = layout.offer(isSelling: true)
    let bar = Bar(page, size, layout, columns: columns.count)
    let shown = columns.map { bar.choice(of: $0) }
    let place = Comment(rawValue: "\(page.title), \(screen.name), \(size.name)")
    let parts = shown.flatMap { $0.scrolled + $0.pinned }
    for part in [PaywallLayout.Part.reasons, .plans, .button, .smallPrint] {
      #expect(parts.filter { $0 == part }.count == 1, place)
    }
    for column in shown where !column.pinned.isEmpty {
      #expect(bar.fits(column), place)
      #expect(column.pinned.contains(.plans) || column.pinned.contains(.price), place)
    }
    // The button scrolls only where it would leave too little room for what else scrolls.
    if !shown.contains(where: { $0.pinned.contains(.button) }) {
      let bars = columns.flatMap { $0 }.filter { !$0.pinned.isEmpty }
      #expect(bars.allSatisfy { !bar.fits($0) }, place)
    }
  }

  @Test(
    "CF-5 at the standard text size the button and the price are in sight on every phone, tablet, Mac and TV"
  )
  func inSight() async throws {
    try await World.of("grobro") { world in
      let pages = await Self.pages(in: world)
      let page = try #require(pages.first)
      for screen in Screen.all where !screen.isWatch {
        let layout = screen.layout(screen.standard)
        let columns = layout.offer(isSelling: true)
        let bar = Bar(page, screen.standard, layout, columns: columns.count)
        let pinned = columns.map { bar.choice(of: $0) }.flatMap(\.pinned)
        #expect(pinned.contains(.button), "\(screen.name)")
        #expect(pinned.contains(.price) || pinned.contains(.plans), "\(screen.name)")
      }
    }
  }

  @Test(
    "a phone on its side, a tablet on its side and a TV have the plans beside the reasons, and others below"
  )
  func columns() {
    let beside = Screen.all.filter {
      $0.layout($0.standard).offer(isSelling: true).count == 2
    }
    #expect(
      beside.map(\.name) == [
        "iPhone SE on its side", "iPhone 16 on its side", "iPhone 16 Pro Max on its side",
        "iPad mini on its side", "iPad 13\u{2033}", "iPad 13\u{2033} on its side", "Apple TV",
      ])
  }

  @Test("the plans stay in sight on a phone, and only the button on its side and on a watch")
  func pinned() {
    let phone = PaywallLayout(width: 393, height: 759, rem: 16)
    #expect(bars(of: phone) == ["plans button | price button | "])
    let side = PaywallLayout(width: 734, height: 372, rem: 16)
    #expect(bars(of: side) == ["", "price button | "])
    let watch = PaywallLayout(width: 176, height: 175, rem: 16)
    #expect(bars(of: watch) == ["price button | "])
    #expect(phone.hasHero)
    #expect(!side.hasHero)
    #expect(!watch.hasHero)
  }

  /// What stays in sight in each column, in each of its arrangements.
  private func bars(of layout: PaywallLayout) -> [String] {
    layout.offer(isSelling: true).map { column in
      column.map { $0.pinned.map { "\($0)" }.joined(separator: " ") }.joined(separator: " | ")
    }
  }

  @Test("a page that sells nothing has its message, restore and the terms in the part that scrolls")
  func note() {
    let phone = PaywallLayout(width: 393, height: 759, rem: 16)
    let arrangements = phone.offer(isSelling: false).flatMap { $0 }
    #expect(arrangements.count == 1)
    #expect(arrangements.first?.scrolled == [.reasons, .plans, .smallPrint])
    #expect(arrangements.first?.pinned == [])
  }

  @Test(
    "a page before the offer keeps its button in sight, or scrolls to it; one with a question scrolls"
  )
  func step() {
    let phone = PaywallLayout(width: 393, height: 700, rem: 16)
    let arrangements = phone.step(continues: true).flatMap { $0 }
    #expect(arrangements.first?.pinned == [.button])
    #expect(arrangements.last?.scrolled == [.reasons, .button])
    let question = phone.step(continues: false).flatMap { $0 }
    #expect(question.map(\.scrolled) == [[.reasons]])
    #expect(question.first?.pinned == [])
  }

  @Test("the figures are those of the web page's stylesheet")
  func figures() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/TollgateHTML/Resources/paywall.css")
    let style = try String(contentsOf: file, encoding: .utf8)
    for (query, figure) in [
      ("@container (min-width: ", PaywallLayout.wide),
      ("@container (min-width: ", PaywallLayout.sideBySide),
      ("@container (max-width: ", PaywallLayout.narrow),
      ("@media (max-height: ", PaywallLayout.short), ("@media (max-height: ", PaywallLayout.low),
    ] {
      #expect(style.contains("\(query)\(Int(figure))rem)"), "\(query)\(figure)")
    }
  }

  /// The pages of an app's paywalls, as a new customer sees them.
  private static func pages(in world: World) async -> [PaywallPage] {
    let client = Phone(world).client
    await client.launch()
    var pages: [PaywallPage] = []
    for paywall in world.blueprint.definition.paywalls {
      let model = UpgradeModel(client, paywall: paywall.id)
      await model.load()
      if let page = model.page, !page.offers.isEmpty { pages.append(page) }
    }
    return pages
  }
}

/// The space for a paywall on a device, without what the system covers.
private struct Screen {
  let name: String
  let width: Double
  let height: Double
  let textSizes: [TextSize]
  var isWatch = false

  /// The text size that a device has until its owner chooses another one.
  var standard: TextSize { textSizes.first { $0.name == "large" } ?? textSizes[0] }

  func layout(_ size: TextSize) -> PaywallLayout {
    PaywallLayout(width: width, height: height, rem: size.rem)
  }

  private static func touch(_ name: String, _ width: Double, _ height: Double) -> Screen {
    Screen(name: name, width: width, height: height, textSizes: TextSize.all)
  }

  /// A watch: its text sizes end at the third for accessibility, and 40 points have the time and the close button.
  private static func watch(_ name: String, _ width: Double, _ height: Double) -> Screen {
    Screen(
      name: name, width: width, height: height - 40, textSizes: Array(TextSize.all.prefix(10)),
      isWatch: true)
  }

  static let all = [
    watch("Watch 41 mm", 176, 215), watch("Watch 42 mm", 187, 223), watch("Watch 44 mm", 184, 224),
    watch("Watch 45 mm", 198, 242), watch("Watch 46 mm", 208, 248),
    watch("Watch 49 mm", 205, 251), touch("iPhone SE", 375, 647),
    touch("iPhone SE on its side", 667, 375), touch("iPhone 16", 393, 759),
    touch("iPhone 16 on its side", 734, 372), touch("iPhone 16 Pro Max", 440, 860),
    touch("iPhone 16 Pro Max on its side", 832, 419),
    touch("iPad in a third of its width", 320, 1089),
    touch("iPad in a sheet", 540, 620), touch("iPad mini", 744, 1089),
    touch("iPad mini on its side", 1133, 700), touch("iPad 13\u{2033}", 1032, 1332),
    touch("iPad 13\u{2033} on its side", 1376, 988),
    Screen(name: "Mac", width: 420, height: 720, textSizes: [.mac]),
    Screen(name: "Apple TV", width: 1760, height: 960, textSizes: [.tv]),
  ]
}

/// A text style: the size of its letters and the height of its lines, in points.
private struct TextStyle {
  let size: Double
  let leading: Double

  /// The width of a text on one line; letters are taken as wider than they are on average.
  func width(of text: String) -> Double { Double(text.count) * size * 0.56 }

  /// The height of a text that wraps at spaces.
  func height(of text: String, in width: Double) -> Double {
    var lines = 1.0
    var used = 0.0
    for word in text.split(separator: " ") {
      let length = self.width(of: String(word) + " ")
      if used > 0, used + length > width {
        lines += 1
        used = 0
      }
      // A word that is too long is broken.
      let breaks = max(0, (length / max(width, 1)).rounded(.up) - 1)
      lines += breaks
      used += length - breaks * width
    }
    return lines * leading
  }
}

/// A size of Dynamic Type, as Apple's Human Interface Guidelines list it.
private struct TextSize {
  let name: String
  let body: TextStyle
  let subheadline: TextStyle
  let footnote: TextStyle
  let caption: TextStyle
  /// 16 points, scaled with the body text.
  let rem: Double

  private init(
    _ name: String, _ body: (Double, Double), _ subheadline: (Double, Double),
    _ footnote: (Double, Double), _ caption: (Double, Double), rem: Double? = nil
  ) {
    self.name = name
    self.body = TextStyle(size: body.0, leading: body.1)
    self.subheadline = TextStyle(size: subheadline.0, leading: subheadline.1)
    self.footnote = TextStyle(size: footnote.0, leading: footnote.1)
    self.caption = TextStyle(size: caption.0, leading: caption.1)
    self.rem = rem ?? 16 * body.0 / 17
  }

  static let all = [
    TextSize("xSmall", (14, 19), (12, 16), (12, 16), (11, 13)),
    TextSize("small", (15, 20), (13, 18), (12, 16), (11, 13)),
    TextSize("medium", (16, 21), (14, 19), (12, 16), (11, 13)),
    TextSize("large", (17, 22), (15, 20), (13, 18), (12, 16)),
    TextSize("xLarge", (19, 24), (17, 22), (15, 20), (14, 19)),
    TextSize("xxLarge", (21, 26), (19, 24), (17, 22), (16, 21)),
    TextSize("xxxLarge", (23, 29), (21, 28), (19, 24), (18, 23)),
    TextSize("accessibility1", (28, 34), (25, 31), (23, 29), (22, 28)),
    TextSize("accessibility2", (33, 40), (30, 37), (27, 33), (26, 32)),
    TextSize("accessibility3", (40, 48), (36, 43), (33, 40), (32, 39)),
    TextSize("accessibility4", (47, 56), (42, 50), (38, 46), (37, 44)),
    TextSize("accessibility5", (53, 62), (49, 58), (44, 52), (43, 51)),
  ]
  // A Mac and a TV have one size, which SwiftUI does not scale.
  static let mac = TextSize("Mac", (13, 16), (11, 14), (10, 13), (10, 13), rem: 16)
  static let tv = TextSize("TV", (29, 36), (38, 46), (29, 36), (25, 32), rem: 16)
}

/// The heights of what stays in sight below a page, from its texts.
private struct Bar {
  private let heights: [PaywallLayout.Part: Double]
  private let layout: PaywallLayout

  init(_ page: PaywallPage, _ size: TextSize, _ layout: PaywallLayout, columns: Int) {
    self.layout = layout
    let width = layout.width / Double(columns) - (columns > 1 ? PaywallLayout.closeRoom : 0)
    let inner = width - 2 * (layout.padding + PaywallLayout.margin)
    var plans = 54 * Double(page.extras.tabs.count)
    for offer in page.offers { plans += Self.height(of: offer, size, in: inner) + 8 }
    for promise in page.extras.promises.compactMap(\.text) {
      plans += size.subheadline.height(of: promise, in: inner) + 10
    }
    let price = page.offers.first(where: \.isSelected)?.priceLine ?? ""
    let label = size.body.height(of: page.purchaseLabel, in: inner - 40)
    heights = [
      .plans: plans, .price: size.subheadline.height(of: price, in: inner),
      .button: max(50, label + 28),
    ]
  }

  /// The height of a plan: its name and lines, beside or above its price.
  private static func height(
    of offer: PaywallPage.Offer, _ size: TextSize, in width: Double
  ) -> Double {
    let inner = width - 28 - size.body.size - 12
    let price = size.body.leading + size.caption.leading + 1
    var widest = size.body.width(of: offer.name)
    var name = size.body.height(of: offer.name, in: inner)
    for line in [offer.offerLine, offer.commitmentLine, offer.savingLine].compactMap({ $0 }) {
      widest = max(widest, size.footnote.width(of: line))
      name += size.footnote.height(of: line, in: inner) + 3
    }
    let isBeside = widest + 8 + size.body.width(of: offer.price ?? "") <= inner
    return max(58, 20 + (isBeside ? max(name, price) : name + 4 + price))
  }

  /// The height of a column's bar; 0 without one.
  private func height(of column: PaywallLayout.Column) -> Double {
    guard !column.pinned.isEmpty else { return 0 }
    return column.pinned.reduce(0) { $0 + (heights[$1] ?? 0) }
      + PaywallLayout.spacing * Double(column.pinned.count - 1)
      + 2 * (layout.padding + PaywallLayout.margin)
  }

  /// Whether a column's bar leaves enough room for what scrolls, as `ViewThatFits` finds out.
  func fits(_ column: PaywallLayout.Column) -> Bool {
    height(of: column) + column.leastScrolled <= layout.height
  }

  /// The arrangement that shows: the first that fits, or else the last.
  func choice(of arrangements: [PaywallLayout.Column]) -> PaywallLayout.Column {
    arrangements.first { fits($0) } ?? arrangements[arrangements.count - 1]
  }
}

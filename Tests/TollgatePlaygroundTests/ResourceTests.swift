import Testing
import TollgateHTML

@testable import TollgatePlayground
@testable import TollgateWords

@Suite("Resources")
struct ResourceTests {
  static let documents: [String] = {
    let pages = try? Pages()
    return Fixtures.all.compactMap { pages?.playground($0.page) }
  }()

  static let templates = Resources.templates.mapValues { String(decoding: $0, as: UTF8.self) }

  @Test("every template is used, and every template used is there")
  func templates() {
    var used: Set = ["playground", "missing", "mistakes", "fact", "phone", "panels", "controls"]
    for text in Self.templates.values {
      used.formUnion(Markup(html: text).parts(from: "{{> ", to: "}}"))
    }
    #expect(used == Set(Self.templates.keys))
  }

  @Test("every name that a template mentions is a property of a view model")
  func names() {
    var known: Set<String> = []
    for (_, page) in Fixtures.all {
      Self.collect(PageContext(page), into: &known)
    }
    Self.collect(Fixtures.fact, into: &known)
    Self.collect(
      MistakesPage(app: .grobro, update: 1, blueprint: Fixtures.blueprint, others: [.techniq]),
      into: &known)
    // No fixture has a package whose time runs out, a table of benefits, or seats.
    Self.collect(
      PaywallPage.Countdown(of: 1, PeriodWords(language: .english) { "\($0)" }) { $0 }, into: &known
    )
    Self.collect(
      PaywallPage.Comparison(free: "", paid: "", included: "", notIncluded: ""), into: &known)
    Self.collect(
      PaywallPage.Seats(
        count: 2, fewer: 1, more: 3, label: "", line: "", fewerLabel: "", moreLabel: ""),
      into: &known)
    for (template, text) in Self.templates {
      for tag in Markup(html: text).parts(from: "{{", to: "}}") {
        guard let first = tag.first, !"!>%/".contains(first) else { continue }
        var name = tag.trimmingPrefix { "#^".contains($0) }
        if let open = name.firstIndex(of: "("), let close = name.firstIndex(of: ")") {
          name = name[name.index(after: open)..<close]
        }
        for part in name.split(separator: ".") {
          #expect(known.contains(String(part)), "\(template) mentions \(tag)")
        }
      }
    }
  }

  @Test("no template shows a value without escaping it")
  func escaping() {
    for (template, text) in Self.templates {
      #expect(!text.contains("{{{") && !text.contains("{{&"), "\(template)")
    }
  }

  @Test("every drawing that a page points to is there, and every name has its drawing")
  func drawings() throws {
    let symbols = try Set(
      ["icons", "plants", "symbols"].flatMap { name in
        Markup(html: try #require(Self.templates[name])).values(of: "id")
      })
    for document in Self.documents {
      for target in Markup(html: document).values(of: "href") where target.hasPrefix("#") {
        let isRegion = target == "#phone" || target == "#panels"
        #expect(symbols.contains(String(target.dropFirst())) || isRegion, "\(target)")
      }
    }
    #expect(Icon.allCases.allSatisfy { symbols.contains("icon-\($0.rawValue)") })
    #expect(PlantArt.allCases.allSatisfy { symbols.contains("plant-\($0.rawValue)") })
    #expect(AppName.allCases.allSatisfy { symbols.contains("app-\($0.rawValue)") })
  }

  @Test("every file that a document asks for is served, with its type")
  func assets() throws {
    let document = Markup(html: Self.documents.joined())
    let names = (document.values(of: "href") + document.values(of: "src")).filter {
      $0.hasPrefix("/assets/")
    }
    #expect(Set(names.map { String($0.dropFirst(8)) }) == Set(Resources.assets.keys))
    #expect(Resources.assets["playground.js"]?.contentType == "text/javascript; charset=utf-8")
    #expect(Resources.assets["playground.css"]?.contentType == "text/css; charset=utf-8")
    #expect(Resources.assets["phone.mustache"] == nil)
    #expect(Resources.assets["../Pages.swift"] == nil)
  }

  @Test("the page has a color for each of its names, by day and by night")
  func colors() throws {
    let style = String(
      decoding: try #require(Resources.assets["playground.css"]).bytes, as: UTF8.self)
    let scopes = Markup(html: style).parts(from: ":root{", to: "}")
    #expect(scopes.count == 2, "the shared stylesheet's and the playground's own")
    for declaration in scopes.flatMap({ $0.split(separator: ";") })
    where declaration.contains(": #") {
      #expect(declaration.contains("--knob"), "\(declaration)")
    }
  }

  @Test("pages ask nothing of other hosts, and only link to them in a page of their own")
  func hosts() {
    let files = Resources.assets.values.filter(\.isText).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    let linked = #/<a href="https://[^"]*" target="_blank" rel="noopener noreferrer">/#
    for text in files + Self.documents {
      let text = text.replacing(linked, with: "")
      let addresses = Markup(html: text).parts(from: "//", to: "\"").filter {
        !$0.hasPrefix(" ") && !$0.hasPrefix("www.w3.org/2000/svg")
      }
      #expect(addresses.isEmpty)
    }
  }

  @Test("a plant's drawing repeats only after all the others")
  func plantArt() {
    let count = PlantArt.allCases.count
    #expect(Set((0..<count).map(PlantArt.at)).count == count)
    #expect(PlantArt.at(count) == PlantArt.at(0))
    #expect(PlantArt.at(-1) == PlantArt.at(count - 1))
  }

  static func collect(_ value: Any, into names: inout Set<String>) {
    for child in Mirror(reflecting: value).children {
      if let label = child.label { names.insert(label) }
      collect(child.value, into: &names)
    }
  }
}

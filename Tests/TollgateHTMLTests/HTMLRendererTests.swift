import HTTPTypes
import Hummingbird
import Testing
import TollgateHTML

@Suite("HTML renderer")
struct HTMLRendererTests {
  struct Value: Sendable {
    var text: String
  }

  static func render(_ templates: [String: String], _ text: String) throws -> String {
    let renderer = try HTMLRenderer(templates: templates.mapValues { Array($0.utf8) })
    return renderer.render(Value(text: text), with: "page")
  }

  @Test(
    "a value is escaped in text and in attributes, also under a combining mark",
    arguments: [
      ("plain", "plain"),
      ("<script>&lt;", "&lt;script&gt;&amp;lt;"),
      ("\"' onload=", "&quot;&#39; onload="),
      ("\"\u{301}<\u{338}", "&quot;\u{301}&lt;\u{338}"),
      ("{{text}} {{{text}}}", "{{text}} {{{text}}}"),
    ])
  func escaping(value: String, escaped: String) throws {
    let html = try Self.render(["page": #"<p title="{{text}}">{{text}}</p>"#], value)
    let expected = #"<p title="\#(escaped)">\#(escaped)</p>"#
    #expect(html.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test("a template includes another, which escapes as well; indentation is removed")
  func partials() throws {
    let html = try Self.render(
      ["page": "<ul>\n  <li>{{> item}}</li>\n</ul>", "item": "{{text}}"], "<")
    #expect(html == "<ul>\n<li>&lt;</li>\n</ul>")
  }

  @Test("a malformed template is an error, and an unknown one renders nothing")
  func mistakes() throws {
    #expect(throws: (any Error).self) { try Self.render(["page": "{{#text}}"], "") }
    #expect(try Self.render(["other": "text"], "") == "")
  }

  @Test("styles and scripts are sent without comments and unneeded spaces")
  func minified() {
    let css = Minified.css(
      Array(
        "/* A\n * note. */\np :is(a, b) {\n  margin: 0; /* none */\n  content: \"{ a; }\";\n}\nq { top: 0 }\n"
          .utf8))
    #expect(
      String(decoding: css, as: UTF8.self)
        == #"p :is(a, b){margin: 0;content: "{ a; }"}q{top: 0}"#)
    let script = Minified.javaScript(
      Array("// A note.\nfunction go() {\n  open(\"https://a.test\"); // Why.\n}\n".utf8))
    #expect(
      String(decoding: script, as: UTF8.self)
        == "function go() {\nopen(\"https://a.test\"); // Why.\n}\n")
  }

  @Test("the files that every page refers to have their types")
  func assets() {
    let icon = Asset.shared.asset(named: Self.name(Asset.iconPath))
    #expect(icon?.contentType == "image/svg+xml")
    #expect(Asset.shared.values.allSatisfy { !$0.bytes.isEmpty })
  }

  @Test("browsers never ask again for a file of the operators' pages")
  func versioned() {
    for (name, asset) in AdminFiles.assets {
      let caching = asset.response(to: [:]).headers[.cacheControl]
      #expect(caching == "public, max-age=31536000, immutable", "\(name)")
    }
    let style = AdminFiles.assets[Self.name(AdminFiles.stylePath)]
    #expect(style?.contentType == "text/css; charset=utf-8")
  }

  @Test("a page of another version gets this version's files, and browsers ask for them again")
  func otherVersions() throws {
    for path in [AdminFiles.stylePath, Asset.iconPath] {
      let name = Self.name(path)
      let plain = try #require(name.split(separator: "-", maxSplits: 1).last)
      let own = try #require(AdminFiles.assets[name])
      let other = try #require(AdminFiles.assets.asset(named: "0123456789abcdef-\(plain)"))
      #expect(other.bytes == own.bytes && other.contentType == own.contentType)
      #expect(other.response(to: [:]).headers[.cacheControl] == "no-cache")
      #expect(AdminFiles.assets.asset(named: name) == own)
    }
    for name in ["", "admin.css", "-admin.css", "x-admin.css", "0-other.css", "3-3.19.woff2"] {
      #expect(AdminFiles.assets.asset(named: name) == nil, "\(name)")
    }
  }

  private static func name(_ path: String) -> String { String(path.dropFirst("/assets/".count)) }
}

internal import Mustache

/// Renders the playground's view models as HTML.
///
/// Every value is escaped for HTML; a page never contains markup that came from a value.
public struct Pages: Sendable {
  private let library: MustacheLibrary

  /// Reads the templates that ship with the module.
  ///
  /// - Throws: An error of the template parser if a template is malformed.
  public init() throws {
    library = try Self.library(templates: Resources.templates)
  }

  /// Renders the whole document of an app's playground.
  public func playground(_ page: PlaygroundPage) -> String {
    render("playground", PageContext(page))
  }

  /// Renders the whole document of a simulated store.
  public func store(_ page: StorePage) -> String {
    render("store", page)
  }

  /// Renders the inside of the document's live regions, for the page's event stream.
  public func update(_ page: PlaygroundPage) -> PageUpdate {
    PageUpdate(
      phone: phone(page.phone),
      panels: panels(page.panels),
      controls: controls(page.controls, app: page.app))
  }

  /// Renders the inside of the region `phone`.
  public func phone(_ phone: PhonePage) -> String {
    render("phone", phone)
  }

  /// Renders the inside of the region `panels`.
  public func panels(_ panels: Panels) -> String {
    render("panels", panels)
  }

  /// Renders the inside of the region `controls` for an app's playground.
  public func controls(_ controls: Controls, app: AppName) -> String {
    render("controls", ControlsContext(app: app, controls: controls))
  }

  private func render(_ template: String, _ context: any Sendable) -> String {
    library.render(context, withTemplate: template) ?? ""
  }

  static func library(templates: [String: String]) throws -> MustacheLibrary {
    MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
    var library = MustacheLibrary()
    for (name, text) in templates {
      let lines = text.split(separator: "\n").map { $0.drop(while: { $0 == " " }) }
      let source = "{{% CONTENT_TYPE:\(HTMLText.name)}}\n" + lines.joined(separator: "\n")
      try library.register(source, named: name)
    }
    return library
  }
}

/// Text in HTML, escaped scalar by scalar, so that a combining mark cannot carry a quote through.
struct HTMLText: MustacheContentType {
  static let name = "HTML_TEXT"

  func escapeText(_ text: String) -> String {
    var escaped = ""
    escaped.unicodeScalars.reserveCapacity(text.unicodeScalars.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

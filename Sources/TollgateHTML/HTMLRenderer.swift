internal import Mustache

/// Renders values as HTML, with Mustache templates.
///
/// Every value is escaped; a page never contains markup that came from a value.
package struct HTMLRenderer: Sendable {
  private let library: MustacheLibrary

  /// Parses templates; each may include the others as partials.
  ///
  /// - Parameter templates: The UTF-8 text of the templates, by name. Indentation is removed from the output.
  /// - Throws: An error of the template parser if a template is malformed.
  package init(templates: [String: [UInt8]]) throws {
    MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
    var library = MustacheLibrary()
    for (name, bytes) in templates {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let text = lines.map { $0.drop(while: { $0 == " " }) }.joined(separator: "\n")
      try library.register("{{% CONTENT_TYPE:\(HTMLText.name)}}\n" + text, named: name)
    }
    self.library = library
  }

  /// Renders a value, whose stored properties are what the template's tags name.
  ///
  /// - Returns: The HTML; empty if there is no template of that name.
  package func render(_ value: any Sendable, with template: String) -> String {
    library.render(value, withTemplate: template) ?? ""
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

/// What tests read out of rendered HTML.
struct Markup {
  let html: String

  /// The values of an attribute, in the order of the document.
  func values(of attribute: String) -> [String] {
    parts(from: " \(attribute)=\"", to: "\"")
  }

  /// The texts between two markers, in the order of the document.
  func parts(from start: String, to end: String) -> [String] {
    html.components(after: start).map { $0.prefix(upTo: end) }
  }

  /// The words a person sees or hears, with the markup left out.
  var words: String {
    var text = ""
    var inTag = false
    for character in html {
      switch character {
      case "<": inTag = true
      case ">": inTag = false
      default: if !inTag { text.append(character) }
      }
    }
    return text.replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}

extension String {
  fileprivate func components(after marker: String) -> [Substring] {
    ranges(of: marker).map { self[$0.upperBound...] }
  }
}

extension Substring {
  fileprivate func prefix(upTo marker: String) -> String {
    String(firstRange(of: marker).map { self[..<$0.lowerBound] } ?? self)
  }
}

/// The parts of Prometheus's [text format](https://prometheus.io/docs/instrumenting/exposition_formats/).
enum PrometheusText {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// A valid name: other characters become `_`, and the suffix is added unless the name ends in it.
  static func name(_ label: String, suffix: String = "") -> String {
    var name = valid(label, allowsColon: true)
    if !name.hasSuffix(suffix) { name += suffix }
    return name
  }

  /// Labels in the order of their names, without braces.
  static func labels(_ dimensions: [(String, String)]) -> String {
    dimensions.map { (valid($0, allowsColon: false), $1) }.sorted { $0.0 < $1.0 }
      .map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",")
  }

  static func sample(_ name: String, _ labels: String, _ value: String) -> String {
    labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
  }

  /// A number, written without a fraction if it is whole.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: value).map(String.init) ?? "\(value)"
  }

  /// Help with backslashes and line breaks escaped.
  static func escapedHelp(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  private static func escaped(_ value: String) -> String {
    escapedHelp(value).replacing("\"", with: "\\\"")
  }

  private static func valid(_ name: String, allowsColon: Bool) -> String {
    let characters = name.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": Character(scalar)
      case ":" where allowsColon: ":"
      default: "_"
      }
    }
    let text = String(characters)
    return text.first?.isNumber != false ? "_\(text)" : text
  }
}

public import Tollgate

/// Swift source with a constant for each name of a blueprint, so that a misspelled name does not compile.
///
/// Names are sorted alphabetically, so the source changes only if a name changes, not if it moves within the file.
public struct SwiftConstants: Sendable {
  /// The source of one file, which imports TollgateClient.
  public let source: String

  public init(_ definition: Blueprint.Definition) {
    let groups: [(type: String, names: [String])] = [
      ("Attribute", definition.attributes.map(\.id.rawValue)),
      ("CatalogProduct", definition.products.map(\.id.rawValue)),
      ("Entitlement", definition.entitlements.map(\.rawValue)),
      ("Experiment", definition.experiments.map(\.id.rawValue)),
      ("Feature", definition.features.map(\.id.rawValue)),
      ("Milestone", definition.milestones.map(\.rawValue)),
      ("Nudge", definition.nudges.map(\.id.rawValue)),
      ("Paywall", definition.paywalls.map(\.id.rawValue)),
      (
        "Placement",
        definition.placements.map(\.id.rawValue) + definition.prompts.map(\.placement.rawValue)
      ),
      ("Prompt", definition.prompts.map(\.id.rawValue)),
      ("Wallet", definition.credits.map(\.id.rawValue)),
    ]
    var parts = groups.compactMap { Self.group($0.type, $0.names) }
    if let screens = Self.screens(definition.routes) { parts.append(screens) }
    source =
      """
      // The names of \(definition.app.id)'s blueprint, written by `tollgate generate swift`. Do not edit.
      import TollgateClient

      extension Blueprint.App.ID {
        nonisolated static var app: Self { \(Self.literal(definition.app.id.rawValue)) }
      }

      """ + parts.map { "\n\($0)" }.joined()
  }

  /// The screens that routes name, as cases of an enumeration, over which an app's `switch` has to be complete.
  private static func screens(_ routes: [Route]) -> String? {
    let named = routes.compactMap(\.location).flatMap(\.screens)
    let constants = identifiers(for: named + routes.compactMap(\.screen))
    guard !constants.isEmpty else { return nil }
    let lines = constants.map { name, identifier in "  case \(identifier) = \(literal(name))" }
    return """
      /// The screens of the blueprint's routes.
      nonisolated enum RouteScreen: String, CaseIterable {
      \(lines.joined(separator: "\n"))
      }

      """
  }

  private static func group(_ type: String, _ names: [String]) -> String? {
    let constants = identifiers(for: names)
    guard !constants.isEmpty else { return nil }
    let lines = constants.map { name, identifier in
      "  nonisolated static var \(identifier): Self { \(literal(name)) }"
    }
    return "extension \(type).ID {\n\(lines.joined(separator: "\n"))\n}\n"
  }

  /// A different Swift identifier for each name, in the order of the names.
  static func identifiers(for names: [String]) -> [(name: String, identifier: String)] {
    let names = Set(names).sorted()
    let wanted = names.map(identifier)
    var taken = Set(wanted)
    var seen: Set<String> = []
    return zip(names, wanted).map { name, wanted in
      guard !seen.insert(wanted).inserted else { return (name, escaped(wanted)) }
      // `a-b` and `a.b` differ in what an identifier cannot contain: the second one is numbered.
      var number = 2
      while taken.contains("\(wanted)\(number)") { number += 1 }
      taken.insert("\(wanted)\(number)")
      return (name, "\(wanted)\(number)")
    }
  }

  /// A name in camel case, without what an identifier cannot contain.
  private static func identifier(for name: String) -> String {
    var words: [String] = [""]
    for scalar in name.unicodeScalars {
      if scalar.properties.isXIDContinue, scalar != "_" {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else {
        words.append("")
      }
    }
    words.removeAll(where: \.isEmpty)
    guard let first = words.first else {
      return "name" + name.unicodeScalars.map { "U" + String($0.value, radix: 16) }.joined()
    }
    let start = first == first.uppercased() ? first.lowercased() : lowercasingFirst(first)
    let joined = start + words.dropFirst().map(uppercasingFirst).joined()
    let startsWell = joined.unicodeScalars.first?.properties.isXIDStart ?? false
    return startsWell ? joined : "_" + joined
  }

  private static func lowercasingFirst(_ word: String) -> String {
    word.prefix(1).lowercased() + word.dropFirst()
  }

  private static func uppercasingFirst(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// An identifier in backticks if it is a Swift keyword, or with an underscore if backticks do not help.
  private static func escaped(_ identifier: String) -> String {
    if unusable.contains(identifier) { return identifier + "_" }
    return reserved.contains(identifier) ? "`\(identifier)`" : identifier
  }

  /// A string literal for any text.
  private static func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      default: scalar.value < 0x20 ? "\\u{\(String(scalar.value, radix: 16))}" : "\(scalar)"
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// Words that mean something else after a dot, even in backticks.
  private static let unusable: Set<String> = ["self", "init", "type", "protocol", "rawValue"]

  private static let reserved: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "public", "repeat", "rethrows", "return", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]
}

import Foundation
import Tollgate
import TollgateBlueprints

/// A blueprint and its scenario, as Documentation/Recipes.md shows them; the program contains that page.
struct Recipe {
  /// The name of the blueprint's file, without its suffix.
  let name: String
  /// What product people call it.
  let wording: String
  let blueprint: String
  let scenario: String

  /// Every recipe, in the order of the page's table.
  static let all = read(String(decoding: PackageResources.Recipes_md, as: UTF8.self))

  /// Finds a recipe.
  ///
  /// - Throws: `Failure` with the nearest name, or the name of what product people call so.
  static func named(_ name: String) throws(Failure) -> Recipe {
    if let recipe = all.first(where: { $0.name == name }) { return recipe }
    let words = name.lowercased().replacing("-", with: " ")
    let meant =
      nearestName(to: name, in: all.map(\.name))
      ?? all.first { $0.wording.lowercased().contains(words) }?.name
    let hint = meant.map { "did you mean `\($0)`?" } ?? "tollgate init --list shows all"
    throw Failure(in: nil, "there is no recipe `\(name)`; \(hint)")
  }

  /// The recipes that a page's table lists, with the files of their sections.
  private static func read(_ page: String) -> [Recipe] {
    let sections = page.components(separatedBy: "\n## ")
    let rows = page.matches(
      of: /^\| (.+) \| \[.+\]\(#(\S+)\) \|$/.anchorsMatchLineEndings())
    return rows.compactMap { row -> Recipe? in
      guard let section = sections.first(where: { anchor(of: $0) == row.output.2 }) else {
        return nil
      }
      let files = section.matches(
        of: /^```yaml (\S+)\.yml\n([\s\S]*?)^```$/.anchorsMatchLineEndings())
      guard files.count == 2 else { return nil }
      return Recipe(
        name: String(files[0].output.1), wording: String(row.output.1),
        blueprint: String(files[0].output.2), scenario: String(files[1].output.2))
    }
  }

  /// What a link to a section ends with.
  private static func anchor(of section: String) -> String {
    section.prefix { $0 != "\n" }.lowercased()
      .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      .replacing(" ", with: "-")
  }
}

extension Recipe {
  /// The identifiers of the products, in the order of the blueprint.
  var productIDs: [String] {
    blueprint.matches(
      of: /^  (\S+):(?: \{.* price: .*\}$|(?:\n    \S.*)*\n    price: )/.anchorsMatchLineEndings()
    ).map { String($0.output.1) }
  }

  /// Returns the blueprint and the scenario with the names of another app.
  ///
  /// - Parameters:
  ///   - products: The identifiers of its products, in the order of the recipe's; those that are missing are made from
  ///     the app's id.
  ///   - file: The name of the blueprint's file.
  /// - Throws: `Failure` if there are more identifiers than products, or `BlueprintFileError` if a name cannot be part of
  ///   a blueprint.
  func files(
    for app: BlueprintTemplate, products: [String], file: String
  ) throws -> (blueprint: String, scenario: String) {
    guard products.count <= productIDs.count else {
      let list = productIDs.map { "`\($0)`" }.joined(separator: ", ")
      throw Failure(
        in: nil,
        "--product-id is given \(products.count) times; the products of `\(name)` are \(list)")
    }
    let head = /^app: \{ id: (\S+), name: (.+?), bundleID: \S+, appleID: \d+(?:, (.+))? \}\n/
    guard let old = blueprint.firstMatch(of: head)?.output else {
      throw Failure(in: nil, "the recipe `\(name)` names no app")
    }
    var ids: [String: String] = [:]
    for (index, id) in productIDs.enumerated() {
      ids[id] = index < products.count ? products[index] : "\(app.id)\(id.dropFirst(old.1.count))"
    }
    func withOwnProducts(_ text: String) -> String {
      text.replacing(/[\w.-]+/) { word -> String in
        ids[String(word.output)] ?? String(word.output)
      }
    }
    // The app and its legal links come first.
    let rest = blueprint.components(separatedBy: "\n\n").dropFirst(2).joined(separator: "\n\n")
    let own = withOwnProducts(rest)
      .replacing(#/(name|title|text): ([^,{}\[\]"\n]*[^,{}\[\]"\n ])/#) { line -> String in
        let words = line.output.2.split(separator: " ")
        guard words.contains(where: { $0 == old.2 }) else { return String(line.output.0) }
        let text = words.map { $0 == old.2 ? app.name : String($0) }.joined(separator: " ")
        return "\(line.output.1): \(app.quoted(text))"
      }
      .replacing(/group: ([\w-]+)/) { line -> String in
        line.output.1 == old.1 ? "group: \(app.quoted(app.id))" : String(line.output.0)
      }
    let keys = old.3?.components(separatedBy: ", ") ?? []
    let isPlain = file.wholeMatch(of: /[\w.-]+/) != nil
    return (
      try BlueprintFormat.format(app.head(adding: keys) + "\n" + own, name: file),
      withOwnProducts(scenario).replacing(
        "blueprint: \(name).yml", with: "blueprint: \(isPlain ? file : app.quoted(file))")
    )
  }
}

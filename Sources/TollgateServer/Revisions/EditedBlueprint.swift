import Tollgate
public import TollgateWire

/// What was read from files that an operator edited.
public enum EditedBlueprint: Sendable {
  /// Reads files as `tollgate check` does, the blueprint's own first; a server is given it, since it reads no YAML.
  public typealias Reader = @Sendable (_ files: [SourceFile]) -> EditedBlueprint

  /// A blueprint without mistakes, which may be proposed.
  case usable(StoredBlueprint)
  /// What is wrong, a line each, as in `coach.yml:12:7: error: …`.
  case mistaken([String])
}

extension StoredBlueprint {
  /// Whether its files can be edited in a form: they are stored, fit into a body with room for what is added, and name
  /// no pictures or fonts, which are stored without their paths.
  func isEditable(within bodyLimit: Int) -> Bool {
    let definition = blueprint.definition
    return !source.isEmpty && definition.fonts.isEmpty
      && definition.paywalls.allSatisfy { $0.pictures.isEmpty }
      && EditPage.fits(source, within: bodyLimit)
  }
}

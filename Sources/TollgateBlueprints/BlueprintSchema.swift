/// The JSON Schema of blueprint files, for editors and for checks elsewhere.
///
/// It is generated from the declarations that the parser uses, so the two cannot differ. It follows [JSON Schema
/// 2020-12](https://json-schema.org/draft/2020-12) and accepts every file that the parser accepts; it does not check
/// whether names exist. Each key has a description and an example. With the YAML language server, a file names it in
/// its first line:
///
/// ```yaml
/// # yaml-language-server: $schema=tollgate.schema.json
/// ```
public enum BlueprintSchema {
  /// The schema as JSON text, with two spaces for each level and keys in the order of the documentation.
  public static let json = text(
    of: BlueprintForms.blueprint.schema, title: "Tollgate blueprint",
    description: "An app's products, features, paywalls and texts.")

  /// The schema of a blueprint's parts: sections of a blueprint, or texts in one language.
  public static let partJSON = text(
    of: PartForms.schema, title: "Part of a Tollgate blueprint",
    description: "Sections of a blueprint, or texts in one language.")

  private static func text(of schema: Schema, title: String, description: String) -> String {
    let examples = SchemaExamples(definitions: schema.definitions)
    guard case .object(let members) = examples.adding(to: schema.json) else { return "" }
    let definitions = schema.definitions.sorted { $0.key < $1.key }
      .map { JSON.Member($0.key, examples.adding(to: $0.value)) }
    return JSON.object(
      [
        JSON.Member("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        JSON.Member("title", .string(title)),
        JSON.Member("description", .string(description)),
      ] + members + [JSON.Member("$defs", .object(definitions))]
    ).text()
  }
}

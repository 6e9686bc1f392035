import ArgumentParser
import TollgateBlueprints

/// Prints the JSON Schema of blueprints.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of blueprints, with which editors complete and check them.",
    discussion: """
      EXAMPLES:
        tollgate schema > blueprint.schema.json
        # then, as a blueprint's first line:
        # yaml-language-server: $schema=blueprint.schema.json
        tollgate schema --part > part.schema.json
      """)

  @Flag(help: "Print the schema of a blueprint's parts.")
  var part = false

  func run() { Output.print(part ? BlueprintSchema.partJSON : BlueprintSchema.json) }
}

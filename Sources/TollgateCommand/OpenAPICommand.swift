import ArgumentParser
import TollgateServer

/// Prints the OpenAPI document of the HTTP API.
struct OpenAPICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: "Print the OpenAPI document of the HTTP API.",
    discussion: """
      A server answers with the same document at /v1/openapi.json.

      EXAMPLES:
        tollgate openapi > openapi.json
      """)

  func run() throws { Output.print(String(decoding: try OpenAPIDocument().json(), as: UTF8.self)) }
}

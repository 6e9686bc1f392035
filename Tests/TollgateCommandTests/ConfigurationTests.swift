import Foundation
import Testing

@testable import TollgateCommand

@Suite("The configuration of a server")
struct ConfigurationTests {
  /// The arguments that `serve` is parsed with, after `serve` itself.
  private static func arguments(
    _ words: [String], environment: [String: String] = [:], file: String? = nil
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    var words = words
    if let file {
      let url = folder.url.appendingPathComponent("serve.yml")
      try file.write(to: url, atomically: true, encoding: .utf8)
      words += ["--config", url.path]
    }
    let all = try ConfiguredArguments(["serve"] + words, environment: environment) { line in
      Issue.record("\(line)")
    }.arguments
    return all.dropFirst().dropLast(file == nil ? 0 : 2).map { $0 }
  }

  @Test(
    "the command line precedes the environment, the environment the file",
    arguments: [
      ([], [:], "port: 1", ["--port=1"]),
      ([], ["TOLLGATE_PORT": "2"], "port: 1", ["--port=2"]),
      (["--port", "3"], ["TOLLGATE_PORT": "2"], "port: 1", ["--port", "3"]),
      (["--port=3"], ["TOLLGATE_PORT": "2"], "port: 1", ["--port=3"]),
      ([], ["TOLLGATE_PORT": ""], "port: 1", ["--port=1"]),
      ([], ["TOLLGATE_HOST": "::1"], "port: 1", ["--host=::1", "--port=1"]),
    ] as [([String], [String: String], String, [String])])
  func precedence(
    words: [String], environment: [String: String], file: String, expected: [String]
  ) throws {
    #expect(try Self.arguments(words, environment: environment, file: file) == expected)
  }

  @Test("the values of a repeatable option come from one place, and are not joined")
  func repeatable() throws {
    let file = "proxy: [10.0.0.1, 10.0.0.2]\nblueprints: [coach.yml, garden.yml]"
    #expect(
      try Self.arguments([], file: file)
        == ["--proxy=10.0.0.1", "--proxy=10.0.0.2", "coach.yml", "garden.yml"])
    #expect(
      try Self.arguments(["a.yml"], environment: ["TOLLGATE_PROXY": "::1, ::2"], file: file)
        == ["--proxy=::1", "--proxy=::2", "a.yml"])
    #expect(
      try Self.arguments(["--proxy", "::3", "--create", "--", "a.yml"], file: file)
        == ["--proxy", "::3", "--create", "--", "a.yml"])
  }

  @Test("a flag is true or false")
  func flags() throws {
    #expect(try Self.arguments([], file: "create: true") == ["--create"])
    #expect(try Self.arguments([], file: "create: false") == [])
    #expect(
      try Self.arguments([], environment: ["TOLLGATE_CREATE": "false"], file: "create: true")
        == [])
    #expect(throws: Failure.self) { try Self.arguments([], file: "create: yes") }
  }

  @Test("an empty file sets nothing, and TOLLGATE_CONFIG names a file")
  func file() throws {
    #expect(try Self.arguments(["a.yml"], file: "# nothing yet") == ["a.yml"])
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("serve.yml").path
    try "max-connections: 100".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(
      try Self.arguments([], environment: ["TOLLGATE_CONFIG": path]) == ["--max-connections=100"])
  }

  @Test("other commands, and help, read no configuration")
  func otherCommands() throws {
    for words in [["check", "a.yml"], ["serve", "--help"], ["serve", "-h"], []] {
      let line = try ConfiguredArguments(
        words, environment: ["TOLLGATE_CONFIG": "/none", "TOLLGATE_PROT": "1"]
      ) { _ in }
      #expect(line.arguments == words)
    }
  }

  @Test(
    "a mistake in a file is reported with its line and the nearest name",
    arguments: [
      ("prot: 9000", "serve.yml:1:1: error: there is no option `prot`; did you mean `port`?"),
      (
        "port: 9000\nmax-conections: 5",
        "serve.yml:2:1: error: there is no option `max-conections`; did you mean `max-connections`?"
      ),
      ("secret: hush", "serve.yml:1:1: error: there is no option `secret`"),
      ("config: other.yml", "serve.yml:1:1: error: there is no option `config`"),
      ("port: [1, 2]", "serve.yml:1:1: error: `port` must be one value"),
      ("port:", "serve.yml:1:1: error: `port` must be one value"),
      ("proxy: { a: b }", "serve.yml:1:1: error: `proxy` must be a value or a list of values"),
      ("create: yes", "serve.yml:1:1: error: `create` must be true or false"),
      ("- port", "serve.yml: error: the file must contain lines of `option: value`"),
      ("port: 1\nport: 2", "serve.yml: error: `port` is set twice"),
      ("host: [", "serve.yml:2:1: error: this is not valid YAML: did not find expected node"),
      ("port: many", "serve.yml:1:1: error: The value 'many' is invalid for '--port <port>'"),
      ("port: 70000", "serve.yml:1:1: error: 70000 is not a port; use 0 to 65535."),
      (
        "host: ::1\nhead-timeout: 0",
        "serve.yml:2:1: error: --head-timeout must be a number from 1 to 1000000, not 0."
      ),
      (
        "cors-origin: https://app.example.com/",
        "serve.yml:1:1: error: The value 'https://app.example.com/' is invalid for '--cors-origin"
      ),
      ("tls-key: key.pem", "serve.yml:1:1: error: --tls-certificate and --tls-key go together."),
    ])
  func mistakes(file: String, sentence: String) throws {
    let folder = try TemporaryFolder()
    try file.write(
      to: folder.url.appendingPathComponent("serve.yml"), atomically: true, encoding: .utf8)
    let blueprint = Command.root.appendingPathComponent("Blueprints/grobro.yml").path
    let command = try Command(
      ["serve", blueprint, "--in-memory", "--config", "serve.yml"], in: folder.url)
    #expect(command.status != 0)
    #expect(command.output.isEmpty)
    #expect(command.errors.hasPrefix(sentence))
  }

  @Test(
    "a mistake in the environment is reported with the variable's name",
    arguments: [
      (
        ["TOLLGATE_PROT": "9000"],
        "TOLLGATE_PROT: error: there is no option with this variable; did you mean `TOLLGATE_PORT`?"
      ),
      (
        ["TOLLGATE_PORT": "tcp://10.0.0.1:80"],
        "TOLLGATE_PORT: error: The value 'tcp://10.0.0.1:80' is invalid for '--port <port>'"
      ),
      (["TOLLGATE_CREATE": "1"], "TOLLGATE_CREATE: error: `create` must be true or false"),
      (["TOLLGATE_CONFIG": "nope.yml"], "nope.yml: error: there is no such file"),
      (
        ["TOLLGATE_SOMETHING_ELSE_ENTIRELY": "1", "TOLLGATE_PORT": "70000"],
        """
        warning: TOLLGATE_SOMETHING_ELSE_ENTIRELY sets no option of `tollgate serve`
        TOLLGATE_PORT: error: 70000 is not a port
        """
      ),
    ] as [([String: String], String)])
  func variables(environment: [String: String], sentence: String) throws {
    let command = try Command(
      ["serve", "Blueprints/grobro.yml", "--in-memory"], environment: environment)
    #expect(command.status != 0)
    #expect(command.errors.hasPrefix(sentence))
  }

  @Test("a mistake on the command line is not blamed on the file")
  func blame() throws {
    let folder = try TemporaryFolder()
    try "port: 9000".write(
      to: folder.url.appendingPathComponent("serve.yml"), atomically: true, encoding: .utf8)
    let command = try Command(
      ["serve", "a.yml", "--config", "serve.yml", "--port", "many"], in: folder.url)
    #expect(command.errors.hasPrefix("error: The value 'many' is invalid for '--port <port>'"))
  }
}

import Testing

@testable import TollgateCommand

@Suite("A misspelt command line")
struct SuggestionTests {
  @Test(
    "a misspelt command line suggests the nearest command",
    arguments: [("chek", "check"), ("simulat", "simulate"), ("Serve", "serve"), ("hlep", "help")])
  func command(misspelt: String, meant: String) throws {
    let command = try Command([misspelt, "Blueprints/grobro.yml"])
    #expect(command.status == 64)
    #expect(command.output.isEmpty)
    #expect(
      command.errors == """
        error: There is no command '\(misspelt)'. Did you mean '\(meant)'?
        Usage: tollgate <subcommand>
          See 'tollgate --help' for more information.

        """)
  }

  @Test("a misspelt command line suggests nothing where no command is near")
  func unknownCommand() throws {
    let command = try Command(["Blueprints/grobro.yml"])
    #expect(command.status == 64)
    #expect(
      command.errors.hasPrefix("error: There is no command 'Blueprints/grobro.yml'.\nUsage: "))
  }

  @Test(
    "a misspelt command line suggests the nearest option before it asks for the one that is missing"
  )
  func option() throws {
    let command = try Command(["simulate", "--scenaro=scenario.yml"])
    #expect(command.status == 64)
    #expect(
      command.errors == """
        error: Unknown option '--scenaro'. Did you mean '--scenario'?
        Usage: tollgate simulate [<blueprint>] --scenario <file> [--color <color>]
          See 'tollgate simulate --help' for more information.

        """)
  }

  @Test(
    "a misspelt command line knows the options of every command",
    arguments: [
      (["serve", "a.yml", "--databse", "x"], "'--databse'. Did you mean '--database'?"),
      (
        ["serve", "a.yml", "--store-key-di", "x"],
        "'--store-key-di'. Did you mean '--store-key-id'?"
      ),
      (["keys", "create", "--ap", "coach"], "'--ap'. Did you mean '--app'?"),
      (
        ["keys", "list", "--app", "coach", "--databse", "x"],
        "'--databse'. Did you mean '--database'?"
      ),
      (["store", "--confg", "x"], "'--confg'. Did you mean '--config'?"),
      (["check", "a.yml", "--colour", "never"], "'--colour'. Did you mean '--color'?"),
      (["playground", "--blueprnts", "x"], "'--blueprnts'. Did you mean '--blueprints'?"),
    ])
  func options(arguments: [String], sentence: String) throws {
    let command = try Command(arguments)
    #expect(command.status == 64)
    #expect(command.errors.hasPrefix("error: Unknown option \(sentence)\nUsage: "))
  }

  @Test("an incomplete command line says what is missing")
  func missing() throws {
    let command = try Command(["simulate"])
    #expect(command.status == 64)
    #expect(
      command.errors == """
        error: Missing expected argument '--scenario <file>'
        Help:  --scenario <file>  The scenario to run.
        Usage: tollgate simulate [<blueprint>] --scenario <file> [--color <color>]
          See 'tollgate simulate --help' for more information.

        """)
  }
}

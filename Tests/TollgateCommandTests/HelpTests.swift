import ArgumentParser
import Testing

@testable import TollgateCommand

@Suite("Help")
struct HelpTests {
  @Test("the command's help lists what it can do, with examples")
  func root() {
    #expect(
      TollgateCommand.helpMessage(columns: 80) == """
        OVERVIEW: Subscriptions, trials and paywalls from one blueprint file per app.

        EXAMPLES:
          tollgate playground                five apps on simulated phones
          tollgate check Blueprints          are these blueprints right?
          tollgate serve coach.yml           a server with its SQLite ledger
          tollgate simulate --scenario life.yml
                                             a customer's life, as a timeline
          tollgate store --config Shop.storekit
                                             an App Store for your backend's tests

        USAGE: tollgate <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          check                   Check blueprints: names, rules, texts, tone and App
                                  Store offer rules.
          playground              Try five apps on simulated phones in a browser.
          schema                  Print the JSON Schema of blueprints, with which
                                  editors complete and check them.
          serve                   Serve apps over HTTP, each by its blueprint.
          simulate                Run a scenario, a customer's life in YAML, and print
                                  its timeline.
          store                   Run a simulated App Store for your backend's tests,
                                  from a .storekit file.

          See 'tollgate help <subcommand>' for detailed help.
        """)
  }

  @Test("serve's help says what it does, with examples and defaults")
  func serve() {
    #expect(
      TollgateCommand.helpMessage(for: ServeCommand.self, columns: 80) == """
        OVERVIEW: Serve apps over HTTP, each by its blueprint.

        The ledger is one SQLite file, or memory for a try-out. Store data is
        accepted from one environment only, signed by a chain that ends in Apple's
        root, or in the one you name. With a key of App Store Connect, the server
        asks the store about notifications it missed; one key serves all the
        blueprints, whose apps belong to one team then.

        EXAMPLES:
          tollgate serve coach.yml
          tollgate serve coach.yml garden.yml --port 9000 --database all.sqlite
          tollgate serve coach.yml --environment sandbox --in-memory
          tollgate serve coach.yml --store-key AuthKey_2X9R4HXF34.p8 \\
            --store-key-id 2X9R4HXF34 --store-issuer-id $ISSUER

        USAGE: tollgate serve <blueprint> ... [--host <host>] [--port <port>] [--database <file>] [--in-memory] [--environment <environment>] [--store-root <file>] [--issuers <file>] [--store-key <file>] [--store-key-id <id>] [--store-issuer-id <id>] [--store-api <url>] [--color <color>]

        ARGUMENTS:
          <blueprint>             A blueprint.

        OPTIONS:
          --host <host>           The address to listen at. (default: 127.0.0.1)
          --port <port>           The port to listen at; 0 takes any that is free.
                                  (default: 8080)
          --database <file>       The ledger's file, made where there is none.
                                  (default: tollgate.sqlite)
          --in-memory             Keep the ledger in memory; it is gone when the server
                                  ends.
          --environment <environment>
                                  The store environment to accept. (values: production,
                                  sandbox; default: production)
          --store-root <file>     A root certificate (DER) to trust instead of Apple's,
                                  such as a simulator's.
          --issuers <file>        Whose tokens prove who a person is, by app (JSON);
                                  without it Apple's.
          --store-key <file>      A key (.p8) of App Store Connect, to ask the store
                                  about missed notifications.
          --store-key-id <id>     The key's identifier.
          --store-issuer-id <id>  The issuer's identifier.
          --store-api <url>       Where to ask instead of at Apple's address, such as a
                                  simulator's.
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("check's help says what it does, with examples")
  func check() {
    #expect(
      TollgateCommand.helpMessage(for: CheckCommand.self, columns: 80) == """
        OVERVIEW: Check blueprints: names, rules, texts, tone and App Store offer
        rules.

        Every mistake is listed in one run, with its line and column, what was
        expected and the nearest name. Warnings do not fail; errors end with exit
        code 1. Of a folder, its blueprints are checked.

        EXAMPLES:
          tollgate check coach.yml
          tollgate check Blueprints

        USAGE: tollgate check <path> ... [--color <color>]

        ARGUMENTS:
          <path>                  A blueprint, or a folder of blueprints.

        OPTIONS:
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("simulate's help says what it does, with examples")
  func simulate() {
    #expect(
      TollgateCommand.helpMessage(for: SimulateCommand.self, columns: 80) == """
        OVERVIEW: Run a scenario, a customer's life in YAML, and print its timeline.

        The scenario runs against the real server core and a simulated store that
        signs what it sells, on a clock of its own. An expectation that does not
        hold is shown where it fails, and ends with exit code 1.

        EXAMPLES:
          tollgate simulate --scenario life.yml     with the blueprint it names
          tollgate simulate coach.yml --scenario life.yml

        USAGE: tollgate simulate [<blueprint>] --scenario <file> [--color <color>]

        ARGUMENTS:
          <blueprint>             A blueprint to use instead of the one that the
                                  scenario names.

        OPTIONS:
          --scenario <file>       The scenario to run.
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("schema's help says what it does, with examples")
  func schema() {
    #expect(
      TollgateCommand.helpMessage(for: SchemaCommand.self, columns: 80) == """
        OVERVIEW: Print the JSON Schema of blueprints, with which editors complete and
        check them.

        EXAMPLES:
          tollgate schema > blueprint.schema.json
          # then, as a blueprint's first line:
          # yaml-language-server: $schema=blueprint.schema.json

        USAGE: tollgate schema

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("playground's help says what it does, with examples and defaults")
  func playground() {
    #expect(
      TollgateCommand.helpMessage(for: PlaygroundCommand.self, columns: 80) == """
        OVERVIEW: Try five apps on simulated phones in a browser.

        You control the clock, the store and the network. Everything is kept in
        memory and reachable from this machine only.

        EXAMPLES:
          tollgate playground
          tollgate playground --port 0             on any free port

        USAGE: tollgate playground [--port <port>] [--blueprints <folder>] [--color <color>]

        OPTIONS:
          --port <port>           The port to listen on; 0 takes any free port.
                                  (default: 8080)
          --blueprints <folder>   The folder with the five blueprints. (default:
                                  Blueprints)
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }
}

import ArgumentParser
import Testing

@testable import TollgateCommand

@Suite("Help")
struct HelpTests {
  @Test("the command's help lists what it can do, with examples")
  func root() {
    #expect(
      TollgateCommand.helpMessage(columns: 80) == """
        OVERVIEW: Subscriptions, trials and paywalls from one blueprint file an app.

        EXAMPLES:
          tollgate playground                five apps on simulated phones
          tollgate check Blueprints/*.yml    is everything right in these?
          tollgate serve coach.yml           a server with its SQLite ledger
          tollgate simulate coach.yml --scenario life.yml
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
          playground              Live a customer's life in five apps, on simulated
                                  phones in a browser.
          schema                  Print the JSON Schema of blueprints, so that editors
                                  complete and check them.
          serve                   Serve apps over HTTP, each by its blueprint.
          simulate                Play a customer's life written in YAML, and print it
                                  as a timeline.
          store                   Open an App Store for your backend's tests, from a
                                  .storekit file.

          See 'tollgate help <subcommand>' for detailed help.
        """)
  }

  @Test("serve's help says what it does, with examples and defaults")
  func serve() {
    #expect(
      TollgateCommand.helpMessage(for: ServeCommand.self, columns: 80) == """
        OVERVIEW: Serve apps over HTTP, each by its blueprint.

        The ledger is one SQLite file, or memory for a try-out. Store data must be
        signed by a chain that ends in Apple's root, or in the one you name. A server
        for production also accepts the sandbox, where App Review and TestFlight buy;
        limit that with --sandbox. With a key of App Store Connect, the server
        recovers notifications it missed; one key serves all the blueprints, whose
        apps then belong to one team.

        EXAMPLES:
          tollgate serve coach.yml
          tollgate serve coach.yml garden.yml --port 9000 --database all.sqlite
          tollgate serve coach.yml --environment sandbox --in-memory
          tollgate serve coach.yml --sandbox testers --sandbox-tester review@coach.app
          tollgate serve coach.yml --store-key AuthKey_2X9R4HXF34.p8 \\
            --store-key-id 2X9R4HXF34 --store-issuer-id $ISSUER

        USAGE: tollgate serve [<options>] <blueprint> ...

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
                                  The environment of the store that the server is for.
                                  (values: production, sandbox; default: production)
          --sandbox <sandbox>     Whose sandbox purchases a server for production
                                  accepts. (values: allowed, testers, refused; default:
                                  allowed)
          --sandbox-tester <tester>
                                  A tester, by customer id or by the email address of
                                  an account with a password; repeatable.
          --store-root <file>     A root certificate (DER) to trust instead of Apple's,
                                  such as a simulator's.
          --xcode-certificate <file>
                                  A certificate (DER) of Xcode's local testing to
                                  trust, as Xcode saves it.
          --allow-xcode           Accept what anybody's Xcode signs; only with
                                  --environment sandbox.
          --issuers <file>        Trusted token issuers for each app (JSON); without it
                                  Apple's.
          --store-key <file>      A key (.p8) of App Store Connect, to ask the store
                                  about missed notifications.
          --store-key-id <id>     The key's identifier.
          --store-issuer-id <id>  The issuer's identifier.
          --store-api <url>       Where to ask instead of at Apple's address, such as a
                                  simulator's.
          --sandbox-store-api <url>
                                  Where a server for production asks about the sandbox;
                                  with --store-api, nowhere by default.
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

        Every mistake is told at once, with its line and column, what was expected
        and the nearest name. Warnings do not fail; mistakes end with exit code 1.

        EXAMPLES:
          tollgate check coach.yml
          tollgate check Blueprints/*.yml

        USAGE: tollgate check <file> ...

        ARGUMENTS:
          <file>                  A blueprint.

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("simulate's help says what it does, with examples")
  func simulate() {
    #expect(
      TollgateCommand.helpMessage(for: SimulateCommand.self, columns: 80) == """
        OVERVIEW: Play a customer's life written in YAML, and print it as a timeline.

        The life is played against the real server core, with a simulated store
        that signs what it sells, on a clock of its own. What is expected and does
        not hold is told where it happens, and ends with exit code 1.

        EXAMPLES:
          tollgate simulate coach.yml --scenario life.yml
          tollgate simulate --scenario life.yml     the blueprint that life.yml names

        USAGE: tollgate simulate [<blueprint>] --scenario <file>

        ARGUMENTS:
          <blueprint>             The blueprint, if not the one that the scenario names.

        OPTIONS:
          --scenario <file>       The life to play.
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("schema's help says what it does, with examples")
  func schema() {
    #expect(
      TollgateCommand.helpMessage(for: SchemaCommand.self, columns: 80) == """
        OVERVIEW: Print the JSON Schema of blueprints, so that editors complete and
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
        OVERVIEW: Live a customer's life in five apps, on simulated phones in a
        browser.

        The clock, the store and the network are in your hands. Everything is kept
        in memory and reachable from this machine only.

        EXAMPLES:
          tollgate playground
          tollgate playground --port 0             any port that is free

        USAGE: tollgate playground [--port <port>] [--blueprints <folder>]

        OPTIONS:
          --port <port>           The port to listen at; 0 takes any that is free.
                                  (default: 8080)
          --blueprints <folder>   The folder of the five blueprints. (default:
                                  Blueprints)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }
}

import ArgumentParser
import Testing

@testable import TollgateCommand

@Suite("Help")
struct HelpTests {
  @Test("the command on its own names three things to try, each a command that exists")
  func alone() throws {
    let command = try Command([])
    #expect(command.status == 0)
    #expect(
      command.output == """
        Subscriptions, trials and paywalls from one blueprint file per app. Try:

          tollgate playground       five apps on simulated phones, in your browser
          tollgate init             a first blueprint for your own app
          tollgate check coach.yml  what is wrong with a blueprint, and what it allows

        All commands: tollgate --help

        """)
    let names = Set(TollgateCommand.configuration.subcommands.map { $0._commandName })
    let tried = command.output.matches(of: #/ tollgate ([a-z]+)/#).map { String($0.output.1) }
    #expect(tried.count == 3 && names.isSuperset(of: tried))
  }

  @Test("the command's help lists what it can do, with examples")
  func root() {
    #expect(
      TollgateCommand.helpMessage(columns: 80) == """
        OVERVIEW: Subscriptions, trials and paywalls from one blueprint file per app.

        EXAMPLES:
          tollgate playground                five apps on simulated phones
          tollgate check Blueprints          are these blueprints right?
          tollgate dev coach.yml             a server for an app run from Xcode
          tollgate serve coach.yml --create  a server with its SQLite ledger
          tollgate bundle coach.yml          the blueprint to ship in the app
          tollgate simulate --scenario scenario.yml
                                             run a scenario and print its timeline
          tollgate keys create --app coach --name backend
                                             a secret key for your own backend
          tollgate store --config Shop.storekit
                                             an App Store for your backend's tests

        USAGE: tollgate <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          admin                   Manage the people who sign in to the operators' pages.
          audit                   List what operators, keys and the command line did.
          backup                  Copy a ledger's file, while the server runs.
          bundle                  Sign a blueprint to ship in the app, for a first
                                  launch without a network.
          charts                  Count charts of subscriptions from recorded facts.
          check                   Check blueprints, and search what they allow for
                                  wrong decisions.
          dev                     Serve an app that you run from Xcode, and reload its
                                  blueprint.
          doctor                  Find out why purchases or notifications do not arrive.
          fmt                     Write blueprints in the house style, and keep their
                                  comments.
          generate                Write a blueprint's names as Swift constants.
          import                  Import purchases from RevenueCat, Superwall, CSV or
                                  JSON lines.
          init                    Write a first blueprint, from a .storekit file or
                                  without one.
          keys                    Create, list and revoke the secret keys of your own
                                  backend.
          mcp                     Offer checks, scenarios, charts and customers'
                                  histories to an agent.
          move                    Move a ledger from SQLite to PostgreSQL, or back.
          openapi                 Print the OpenAPI document of the HTTP API.
          playground              Try five apps, or your own, on simulated phones in a
                                  browser.
          prune                   Remove expired records from a ledger.
          restore                 Replace a ledger's file with a backup.
          revisions               Publish a blueprint to running servers, and roll it
                                  back.
          schema                  Print the JSON Schema of blueprints, with which
                                  editors complete and check them.
          serve                   Serve apps over HTTP, each by its blueprint.
          server-keys             Create, list and rotate the keys that sign tokens and
                                  answers.
          simulate                Run a scenario written in YAML, and print its
                                  timeline.
          store                   Run a simulated App Store for your backend's tests,
                                  from a .storekit file or a blueprint.
          texts                   Export and import a blueprint's texts, and list the
                                  standard ones.
          variants                Compare variants by what their customers bought.
          verify                  Check that a ledger or a backup is intact.
          views                   Print SQL views of a ledger, for spreadsheets and
                                  dashboards that read a database.
          webhooks                Show and replay the events that a server delivers.
          what-if                 Replay a changed blueprint over recorded history.

          See 'tollgate help <subcommand>' for detailed help.
        """)
  }

  @Test("serve's help says what it does, with examples and defaults")
  func serve() {
    #expect(
      TollgateCommand.helpMessage(for: ServeCommand.self, columns: 80) == """
        OVERVIEW: Serve apps over HTTP, each by its blueprint.

        Everything is recorded in a ledger: one SQLite file, a PostgreSQL database that
        several servers may share, or memory for a try-out. Store data must be signed
        by a chain of certificates that ends in Apple's root, or in the one that
        --store-root names. A server for production also accepts purchases in the
        sandbox, where App Review and TestFlight make theirs; limit that with
        --sandbox. With an App Store Connect key, the server recovers notifications
        it missed; the key is for all blueprints, whose apps must then belong to one
        team. Every option can also be set in a file or in the environment, where
        --max-connections is TOLLGATE_MAX_CONNECTIONS.

        EXAMPLES:
          tollgate serve coach.yml --create
          tollgate serve coach.yml garden.yml --port 9000 --database all.sqlite
          tollgate serve coach.yml --database postgres://tollgate@db/tollgate
          tollgate serve coach.yml --environment sandbox --in-memory
          tollgate serve coach.yml --sandbox testers --sandbox-tester review@coach.app
          tollgate serve coach.yml --store-key AuthKey_2X9R4HXF34.p8 \\
            --store-key-id 2X9R4HXF34 --store-issuer-id $ISSUER
          tollgate serve --config /etc/tollgate/serve.yml

        USAGE: tollgate serve [<options>] <blueprint> ...

        ARGUMENTS:
          <blueprint>             The blueprint file of an app; there may be several.

        OPTIONS:
          --config <file>         A YAML file with any of these options, such as `port:
                                  9000`.
          --host <host>           The address to listen on. (default: 127.0.0.1)
          --port <port>           The port to listen on; 0 takes any free port.
                                  (default: 8080)
          --database <ledger>     The ledger: a SQLite file, or a PostgreSQL address.
                                  (default: tollgate.sqlite)
          --create                Create the ledger if it does not exist.
          --in-memory             Keep the ledger in memory; it is lost when the server
                                  stops.
          --key-file <file>       The file with the server's keys; by default next to
                                  the ledger, with the suffix .keys.
          --replace-keys          Serve the ledger with keys that are not its own, or
                                  with new ones if they are lost: every session ends,
                                  and apps that pin the old key no longer trust the
                                  server.
          --key-age-warning <days>
                                  Warn in /ready about a key that has been in use for
                                  this many days, or `never`. (default: 730)
          --startup-timeout <seconds>
                                  How long to wait at startup for a PostgreSQL database
                                  that does not answer. (default: 60)
          --environment <environment>
                                  The App Store environment that the server is for.
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
                                  A certificate (DER) to trust for Xcode's local
                                  testing, as Xcode saves it.
          --allow-xcode           Accept what anybody's Xcode signs; only with
                                  --environment sandbox.
          --issuers <file>        Trusted token issuers for each app (JSON); by
                                  default, Apple alone.
          --sign-in-key <file>    A key (.p8) for Sign in with Apple, to revoke the
                                  sign-ins of deleted accounts.
          --sign-in-key-id <id>   The identifier of the key for Sign in with Apple.
          --sign-in-team-id <id>  The identifier of the team that this key belongs to.
          --store-key <file>      An App Store Connect key (.p8), to recover missed
                                  notifications.
          --store-key-id <id>     The identifier of the App Store Connect key.
          --store-issuer-id <id>  The issuer ID that App Store Connect shows for its
                                  keys.
          --store-api <url>       The address of the store's API, such as a
                                  simulator's, instead of Apple's.
          --sandbox-store-api <url>
                                  The address of the sandbox's API, instead of Apple's;
                                  with --store-api, there is none by default.
          --store-api-allow-http  Use HTTP to reach --store-api and --sandbox-store-api
                                  on other machines too, without encryption.
          --max-connections <number>
                                  How many connections may be open at the same time.
                                  (default: 8192)
          --max-connections-per-address <number>
                                  How many of these may come from one network address.
                                  (default: 512)
          --proxy <address>       The address of a proxy in front of the server, which
                                  may use all connections, and whose X-Forwarded-For is
                                  trusted; repeatable.
          --max-unfinished-bodies <MiB>
                                  How many MiB of request bodies to hold that have not
                                  arrived completely. (default: 64)
          --max-unread-responses <MiB>
                                  How many MiB of responses to hold that clients have
                                  not received; beyond it the slowest connections are
                                  closed. (default: 256)
          --max-unread-responses-per-address <MiB>
                                  How many MiB of these may wait for one network
                                  address. (default: 64)
          --head-timeout <seconds>
                                  How long a new connection may take to send a
                                  request's head. (default: 10)
          --body-timeout <seconds>
                                  How long a request's body may take to arrive.
                                  (default: 20)
          --idle-timeout <seconds>
                                  How long a connection may wait for its next request.
                                  (default: 75)
          --response-timeout <seconds>
                                  How long a client may take to receive a response.
                                  (default: 30)
          --shutdown-timeout <seconds>
                                  How long requests in progress may take at shutdown.
                                  (default: 20)
          --max-requests-per-address <number>
                                  How many requests a minute to accept from one
                                  address; 0 means any number. (default: 6000)
          --max-requests-per-customer <number>
                                  How many requests a minute to accept from one
                                  customer; 0 means any number. (default: 600)
          --max-requests-per-app <number>
                                  How many requests a minute to accept for one app; 0
                                  means any number. (default: 0)
          --max-requests-per-key <number>
                                  How many requests a minute to accept with one secret
                                  key; 0 means any number. (default: 60000)
          --tls-certificate <file>
                                  A certificate (PEM), with its intermediates, to serve
                                  HTTPS; SIGHUP reads it again.
          --tls-key <file>        The certificate's private key (PEM).
          --cors-origin <origin>  The origin of web pages whose scripts may call the
                                  server; repeatable.
          --revenuecat <app=key>  Answer builds with RevenueCat's SDK: an app, and the
                                  public key in its builds; repeatable.
          --retain-answers <days> How long to keep the first answers to requests: at
                                  least 30 days, or `forever`. (default: 90)
          --retain-refusals <days>
                                  How long to keep refused notifications: at least 30
                                  days, or `forever`. (default: 180)
          --retain-ended-sessions <days>
                                  How long to keep the names of ended sessions: at
                                  least 400 days, or `forever`. (default: 400)
          --retain-notifications <days>
                                  How long to keep the UUIDs of notifications: at least
                                  180 days, or `forever`. (default: 180)
          --retain-reservations <days>
                                  How long to keep lapsed reservations: at least 30
                                  days, or `forever`. (default: 30)
          --retain-attributes <days>
                                  How long to keep replaced values of attributes: at
                                  least 30 days, or `forever`. (default: 30)
          --retain-revocations <days>
                                  How long to keep tokens that could not be revoked: at
                                  least 30 days, or `forever`. (default: 180)
          --retain-abandoned <days>
                                  How long to keep anonymous customers who own nothing
                                  and do not return: at least 400 days, or `forever`.
                                  (default: 400)
          --cache-size <MiB>      How much memory cached customers may take, in MiB.
                                  (default: 256)
          --metrics-port <port>   The port to serve metrics on, for Prometheus; 0 takes
                                  any free port; without it, no metrics are collected.
          --metrics-host <address>
                                  The address to serve metrics on. (default: 127.0.0.1)
          --log-level <level>     The least severe messages to log; `debug` adds a line
                                  for every request. (values: trace, debug, info,
                                  warning, error; default: info)
          --log-format <format>   How messages are written to standard error. (values:
                                  text, json; default: text)
          --webhook-url <url>     The URL to which events are posted.
          --webhook-secret-file <file>
                                  The file with the webhook's secret; by default,
                                  TOLLGATE_WEBHOOK_SECRET contains it.
          --webhook-allow-private Post to addresses of this machine and of private
                                  networks too.
          --webhook-allow-http    Post to `http` addresses too, without encryption.
          --webhook-file <file>   The file to which events are appended, as lines of
                                  JSON.
          --mail-hook <url>       The URL of your service that mails one-time codes;
                                  without it, none are sent.
          --mail-secret-file <file>
                                  The file with the hook's secret; by default,
                                  TOLLGATE_MAIL_SECRET contains it.
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("keys' help says what it does, with examples")
  func keys() {
    #expect(
      TollgateCommand.helpMessage(for: KeysCommand.self, columns: 80) == """
        OVERVIEW: Create, list and revoke the secret keys of your own backend.

        With a secret key, your backend checks access and counts uses for any
        customer of one app. The ledger stores the keys as hashes. A running server
        needs no restart: it accepts a new key, and refuses a revoked one, from the
        next request on.

        EXAMPLES:
          tollgate keys create --app coach --name backend
          tollgate keys create --app coach --name dashboard --scope read
          tollgate keys list --app coach --database all.sqlite
          tollgate keys list --app coach --database postgres://tollgate@db/tollgate
          tollgate keys revoke sk_coach_0f3a91c2d4e5b678
          tollgate keys revoke sk_coach_0f3a91c2d4e5b678 --after 7

        USAGE: tollgate keys <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          create                  Create a key, and print it; it is shown only once.
          list                    List an app's keys: those without an end first, then
                                  the newest.
          revoke                  Revoke a key for good.

          See 'tollgate help keys <subcommand>' for detailed help.
        """)
  }

  @Test("server-keys' help says what it does, with the steps of a rotation")
  func serverKeys() {
    #expect(
      TollgateCommand.helpMessage(for: ServerKeysCommand.self, columns: 80) == """
        OVERVIEW: Create, list and rotate the keys that sign tokens and answers.

        Anyone with these keys can act as the server, and without them the ledger's
        sessions end, so back up their file apart from the ledger. A server reads them
        when it starts. To replace the key for answers:

          1. Add the next key, and release an app that pins both.
          2. Promote the next key once everybody has that app.
          3. Retire the previous key, and release an app without it.

        The key for tokens needs no release: promote the next one, and retire the
        previous one when its tokens have been exchanged, after 30 days of use.

        EXAMPLES:
          tollgate server-keys list
          tollgate server-keys add answers --key-file /etc/tollgate/live.keys
          tollgate server-keys promote 0f3a91c2d4e5b678
          tollgate server-keys retire 77c01be2a93d4f10
          TOLLGATE_KEYS=$(tollgate server-keys create --print) tollgate serve coach.yml

        USAGE: tollgate server-keys <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          add                     Add the key that will sign next.
          create                  Create the keys of a new server; `tollgate serve
                                  --create` does so too.
          list                    List the keys, the oldest first, without secrets.
          promote                 Make a key the one that signs.
          retire                  Erase a key for good: tokens that it signed are no
                                  longer valid.

          See 'tollgate help server-keys <subcommand>' for detailed help.
        """)
  }

  @Test("prune's help says what it does, with examples and defaults")
  func prune() {
    #expect(
      TollgateCommand.helpMessage(for: PruneCommand.self, columns: 80) == """
        OVERVIEW: Remove expired records from a ledger.

        A running server does this by itself, once a day: this command is for a file
        that no server has open, or for PostgreSQL at any time. With --dry-run, it only
        counts, which also works while the server runs. Freed space is used for new
        records. With --shrink, a file becomes smaller: all of it is rewritten, which
        needs as much free space on the disk.

        EXAMPLES:
          tollgate prune --dry-run
          tollgate prune --database all.sqlite --retain-answers 30 --shrink
          tollgate prune --database postgres://tollgate@db/tollgate --dry-run

        USAGE: tollgate prune [--database <ledger>] [--dry-run] [--shrink] [--retain-answers <days>] [--retain-refusals <days>] [--retain-ended-sessions <days>] [--retain-notifications <days>] [--retain-reservations <days>] [--retain-attributes <days>] [--retain-revocations <days>] [--retain-abandoned <days>] [--color <color>]

        OPTIONS:
          --database <ledger>     The ledger's file or address. (default:
                                  tollgate.sqlite)
          --dry-run               Count what would be removed, and remove nothing.
          --shrink                Rewrite the file without its free space afterwards.
          --retain-answers <days> How long to keep the first answers to requests: at
                                  least 30 days, or `forever`. (default: 90)
          --retain-refusals <days>
                                  How long to keep refused notifications: at least 30
                                  days, or `forever`. (default: 180)
          --retain-ended-sessions <days>
                                  How long to keep the names of ended sessions: at
                                  least 400 days, or `forever`. (default: 400)
          --retain-notifications <days>
                                  How long to keep the UUIDs of notifications: at least
                                  180 days, or `forever`. (default: 180)
          --retain-reservations <days>
                                  How long to keep lapsed reservations: at least 30
                                  days, or `forever`. (default: 30)
          --retain-attributes <days>
                                  How long to keep replaced values of attributes: at
                                  least 30 days, or `forever`. (default: 30)
          --retain-revocations <days>
                                  How long to keep tokens that could not be revoked: at
                                  least 30 days, or `forever`. (default: 180)
          --retain-abandoned <days>
                                  How long to keep anonymous customers who own nothing
                                  and do not return: at least 400 days, or `forever`.
                                  (default: 400)
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("move's help says what it does, with examples")
  func move() {
    #expect(
      TollgateCommand.helpMessage(for: MoveCommand.self, columns: 80) == """
        OVERVIEW: Move a ledger from SQLite to PostgreSQL, or back.

        Stop every server first. Everything is copied into an empty ledger, which is
        created; then both are read completely and compared. If it ends early, run the
        same command again: it continues. The source stays as it is, with a mark that
        keeps servers from starting on it by mistake; --undo removes the mark. Serve
        the target with the same server keys.

        EXAMPLES:
          tollgate move --from tollgate.sqlite --to postgres://tollgate@db/tollgate
          tollgate move --from postgres://tollgate@db/tollgate --to back.sqlite
          tollgate move --undo --from tollgate.sqlite

        USAGE: tollgate move --from <ledger> [--to <ledger>] [--restart] [--undo] [--color <color>]

        OPTIONS:
          --from <ledger>         The ledger to move: a file, or a PostgreSQL address.
          --to <ledger>           Where to: a new file, or an empty database.
          --restart               Empty a copy that is not finished, and begin again.
          --undo                  Use a moved ledger again, without what was recorded
                                  since it was moved.
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
        OVERVIEW: Check blueprints, and search what they allow for wrong decisions.

        Every mistake is listed in one run, with its line and column, what was
        expected and the nearest name. Then the customer histories that the blueprint
        allows are searched for payers who are locked out, free rides, repeated trials
        and more. Each finding comes with the shortest history that shows it.

        In a folder, every blueprint is checked. Documentation/Check.md explains
        each finding and what is not searched.

        EXIT CODES:
          0  nothing wrong; warnings do not fail
          1  a mistake, or a file that cannot be used
          2  a finding
          3  a difference from the blueprint of --against

        A search that is stopped by Control-C or SIGTERM reports what it has found.

        EXAMPLES:
          tollgate check coach.yml
          tollgate check Blueprints --quick
          tollgate check coach.yml --watch             again after each change
          tollgate check coach.yml --scenarios found   each finding as a scenario
          tollgate check new.yml --against old.yml     who loses or gains what
          tollgate check new.yml --against https://tollgate.coach.app

        USAGE: tollgate check <path> ... [--quick] [--no-search] [--against <old>] [--scenarios <folder>] [--json] [--watch] [--color <color>]

        ARGUMENTS:
          <path>                  A blueprint, or a folder of blueprints.

        OPTIONS:
          --quick                 Search less: no late notifications, and nothing in
                                  the minute before a change.
          --no-search             Only read the blueprint; do not search it.
          --against <old>         Compare with the blueprint that this one is to
                                  replace: a file, or what the server at an address
                                  serves.
          --scenarios <folder>    Write each finding into a folder, as a scenario for
                                  `tollgate simulate`.
          --json                  Print one JSON object instead of text.
          --watch                 Check again after each change in the folders of the
                                  files, until Control-C.
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
        OVERVIEW: Run a scenario written in YAML, and print its timeline.

        The scenario runs against the real server core and a simulated store that
        signs what it sells, on a clock of its own. An expectation that does not
        hold is shown where it fails, and ends with exit code 1.

        EXAMPLES:
          tollgate simulate --scenario scenario.yml     with the blueprint it names
          tollgate simulate coach.yml --scenario scenario.yml

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
          tollgate schema --part > part.schema.json

        USAGE: tollgate schema [--part]

        OPTIONS:
          --part                  Print the schema of a blueprint's parts.
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("playground's help says what it does, with examples and defaults")
  func playground() {
    #expect(
      TollgateCommand.helpMessage(for: PlaygroundCommand.self, columns: 80) == """
        OVERVIEW: Try five apps, or your own, on simulated phones in a browser.

        You control the clock, the store and the network. Everything is kept in
        memory, and reachable from this machine only unless --host says otherwise. A
        blueprint of your own is read again whenever you save it, with its mistakes
        and findings next to the phone. Without the folder Blueprints, the command
        plays the blueprint in the current folder, or else an example.

        EXAMPLES:
          tollgate playground
          tollgate playground my-app.yml           your own blueprint
          tollgate playground --port 0             on any free port
          tollgate playground --host 0.0.0.0       in a container

        USAGE: tollgate playground [<blueprint>] [--host <host>] [--port <port>] [--blueprints <folder>] [--color <color>]

        ARGUMENTS:
          <blueprint>             Your own blueprint or its folder, not the five apps.

        OPTIONS:
          --host <host>           The address to listen on; 0.0.0.0 in a container, or
                                  for a phone in your network. (default: 127.0.0.1)
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

  @Test("dev's help says what it does, with examples and defaults")
  func dev() {
    #expect(
      TollgateCommand.helpMessage(for: DevCommand.self, columns: 80) == """
        OVERVIEW: Serve an app that you run from Xcode, and reload its blueprint.

        A server for your own machine. Everything is kept in memory unless --database
        names a ledger, and the blueprint is read again whenever you save it. It
        accepts purchases in Apple's sandbox, and in a run with a .storekit file those
        that the first Xcode signs, and no other. It prints what to paste into the app,
        and a link to its pages: the ledger as it grows, each customer, and the reason
        for every answer.

        EXAMPLES:
          tollgate dev garden.yml
          tollgate dev garden.yml --database garden.sqlite  what happens is kept
          tollgate dev garden.yml --host 192.168.1.20       for a phone in your network
          tollgate dev garden.yml --host 0.0.0.0            in a container

        USAGE: tollgate dev <blueprint> [--host <host>] [--port <port>] [--database <ledger>] [--key-file <file>] [--color <color>]

        ARGUMENTS:
          <blueprint>             The app's blueprint.

        OPTIONS:
          --host <host>           The address to listen on; 0.0.0.0 in a container, or
                                  for a phone in your network. (default: 127.0.0.1)
          --port <port>           The port to listen on; 0 takes any free port.
                                  (default: 8080)
          --database <ledger>     A ledger to keep: a SQLite file, created if it does
                                  not exist, or a PostgreSQL address.
          --key-file <file>       The file with the server's keys; by default next to
                                  the blueprint or the ledger, with the suffix
                                  .dev.keys.
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }
}

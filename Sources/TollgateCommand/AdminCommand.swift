import ArgumentParser
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

/// Manages the people who sign in to the operators' pages.
struct AdminCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin",
    abstract: "Manage the people who sign in to the operators' pages.",
    discussion: """
      The server has pages for operators at /admin. A person signs in with a link
      that is valid once, for 24 hours, and stays signed in for 7 days. A running
      server needs no restart.

      EXAMPLES:
        tollgate admin create ada@example.com --app coach --role owner
        tollgate admin link ada@example.com --app coach --url https://t.example.com
        tollgate admin list --app coach --database postgres://tollgate@db/tollgate
        tollgate admin remove ada@example.com --app coach
      """,
    subcommands: [Create.self, Link.self, List.self, Remove.self])

  /// The ledger and the app whose people are managed.
  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("The app, as its blueprint names it.", valueName: "id"))
    var app: String

    @OptionGroup var ledger: ServedLedgerOptions

    var appID: Blueprint.App.ID { Blueprint.App.ID(app) }

    /// Opens the ledger, which a running server may have open too.
    ///
    /// - Parameter isAdding: Whether a person is added to the app.
    /// - Throws: ``Failure`` if the ledger cannot be opened, or a person should not be added to the app.
    func people(isAdding: Bool = false) async throws -> People {
      let opened = try await ledger.open()
      if isAdding { try await ledger.location.check(appID, in: opened) }
      return People(ledger: opened, clock: { .current })
    }
  }

  /// Where the operators' pages are.
  struct LinkOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server's address, for the link.", valueName: "address"))
    var url = "http://127.0.0.1:8080"

    func validate() throws {
      guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
        throw ValidationError("`--url` must begin with https:// or http://.")
      }
    }

    /// Prints a link and what to do with it.
    func printLink(_ link: String, for person: LedgerPerson, of app: String) {
      let base = url.hasSuffix("/") ? String(url.dropLast()) : url
      Output.print("\(base)\(AdminPath.signIn(to: Blueprint.App.ID(app), with: link))")
      Output.printError(
        """
        This link signs \(person.email) in to \(app) as \(person.role.rawValue), once and within 24 hours.
        It is shown only once; for another one: tollgate admin link \(person.email) --app \(app)
        """)
    }
  }

  /// What a person may see and do, as an option.
  enum Role: String, CaseIterable, ExpressibleByArgument {
    case owner, developer, support
    case readOnly = "read-only"

    var role: LedgerPerson.Role { LedgerPerson.Role(rawValue: rawValue) }
  }

  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create",
      abstract: "Add a person, and print the link that signs them in once.",
      discussion: "Only the link goes to standard output.")

    @Argument(help: ArgumentHelp("The person's email address.", valueName: "email"))
    var email: String

    @Option(
      help: """
        What the person may see and do: `owner` everything, `developer` everything but people and the audit \
        list, `support` customers without prices, `read-only` customers without changing them.
        """
    )
    var role: Role

    @OptionGroup var options: Options
    @OptionGroup var linkOptions: LinkOptions
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let people = try await options.people(isAdding: true)
      let (link, person) = try await people.add(email, as: role.role, in: options.appID)
      linkOptions.printLink(link, for: person, of: options.app)
    }
  }

  struct Link: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "link",
      abstract: "Print a new link for a person, in place of an earlier one.")

    @Argument(help: ArgumentHelp("The person's email address.", valueName: "email"))
    var email: String

    @Option(help: "Another role from now on, also in open sessions.")
    var role: Role?

    @OptionGroup var options: Options
    @OptionGroup var linkOptions: LinkOptions
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let people = try await options.people()
      let (link, person) = try await people.renewLink(
        of: email, as: role?.role, in: options.appID)
      linkOptions.printLink(link, for: person, of: options.app)
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List an app's people by their email addresses.")

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let people = try await options.people().list(in: options.appID)
      guard !people.isEmpty else {
        Output.print("The app \(options.app) has no people.")
        return
      }
      let now = Instant.current
      Output.printTable(
        [["EMAIL", "ROLE", "ADDED", "LINK"]]
          + people.map { person in
            let end = person.link.flatMap { now < $0.expiresAt ? $0.expiresAt.minute : nil }
            return [
              person.email, person.role.rawValue, person.createdAt.minute,
              end.map { "valid until \($0)" } ?? "none",
            ]
          })
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a person, and end their sessions.")

    @Argument(help: ArgumentHelp("The person's email address.", valueName: "email"))
    var email: String

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      try await options.people().remove(email, from: options.appID)
      Output.print("\(email) is removed from \(options.app), and signed out.")
    }
  }
}

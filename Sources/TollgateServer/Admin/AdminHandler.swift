import Foundation
import HTTPTypes
import Hummingbird
import Tollgate
import TollgateLedger
import TollgateWire

/// Handles the requests of the operators' pages; a failure is a page too.
struct AdminHandler: Sendable {
  /// The name of the session's cookie, which is sent to the pages of its app only.
  private static let cookieName = "tollgate-session"

  /// The service that the pages show.
  let service: TollgateService
  /// Admits one count of a chart at a time, including those requested with keys.
  let chartQueue: ChartQueue
  /// The greatest number of bytes in a form.
  let bodyLimit: Int
  /// Admits one part of a list at a time.
  let listQueue = TurnQueue<Blueprint.App.ID>()
  /// Admits one comparison of variants at a time.
  let experimentQueue = ChartQueue(refusing: "Another experiment is being counted.")
  /// Admits one comparison of revisions at a time.
  let comparisonQueue = ChartQueue(
    refusing: "Other revisions are being compared: try again in a moment.")
  /// Admits one form with edited files of an app at a time, so that the second click of a double click finds what the
  /// first has proposed.
  let editQueue = TurnQueue<Blueprint.App.ID>()
  /// Admits one reading of edited files at a time.
  let readingQueue = ChartQueue(
    refusing: "Other files are being checked: try again in a moment.")
  let pages = AdminPages()

  /// Handles a request.
  ///
  /// - Parameter route: The page, or what the form does.
  func respond(
    at route: AdminRoute, _ read: () async throws -> IncomingRequest
  ) async -> Response {
    do {
      return try await respond(at: route, to: try await read())
    } catch let problem as Problem {
      return pages.problem(count(problem), way: .start)
    } catch {
      let unexpected = Problem(.internalError, "Unexpected server error.")
      return pages.problem(unexpected, way: .start)
    }
  }

  private func respond(
    at route: AdminRoute, to incoming: IncomingRequest
  ) async throws(Problem) -> Response {
    if route == .start { return start() }
    let app = try service.app(try incoming.name("app"))
    do {
      return try await respond(at: route, to: incoming, of: app)
    } catch {
      return pages.problem(count(error), way: .pages(of: app.id))
    }
  }

  private func respond(
    at route: AdminRoute, to incoming: IncomingRequest, of app: ServedApp
  ) async throws(Problem) -> Response {
    // This includes a sign-in, with which another site could open a session of its choice.
    if route.isRecorded, incoming.isFromAnotherSite {
      let sent = route.isForm ? "sent this form" : "requested this export"
      throw Problem(.insufficientScope, "Another site \(sent): open the page again.")
    }
    if route == .link { return try link(incoming, to: app) }
    if route == .signIn { return try await signIn(incoming, to: app) }
    guard let visit = try await visit(incoming, of: app) else { return signInNeeded(to: app) }
    do {
      return try await respond(at: route, to: incoming, for: visit)
    } catch {
      let way = try await way(from: route, incoming, after: error, visit)
      let form = form(at: route, incoming, after: error, visit, wayTo: way.path)
      return pages.problem(count(error), at: route, for: visit, form: form, way: way)
    }
  }

  private func respond(
    at route: AdminRoute, to incoming: IncomingRequest, for visit: AdminVisit
  ) async throws(Problem) -> Response {
    if route.isForm {
      // A page of another site has no token of this session.
      guard try incoming.formFields["form"] == visit.formToken else {
        throw Problem(
          .invalidToken, "This form belongs to a session that has ended: open the page again.")
      }
    }
    switch route {
    case .start, .link, .signIn: return signInNeeded(to: visit.app)
    case .customers: return try await customers(incoming, visit)
    case .transactions: return try await transactions(visit)
    case .facts: return pages.part("admin-facts", try await latestFacts(visit))
    case .signOut: return try await signOut(visit)
    case .customer: return try await customer(incoming, visit)
    case .changeCustomer: return try await changeCustomer(incoming, visit)
    case .exportCustomer: return try await exportCustomer(incoming, visit)
    case .lists: return try await lists(incoming, visit)
    case .charts: return try charts(visit)
    case .chart: return try await chart(incoming, visit)
    case .experiments: return try await experiments(visit)
    case .webhooks: return try await webhooks(visit)
    case .replayWebhooks: return try await replayWebhooks(incoming, visit)
    case .jobs: return try await jobs(visit)
    case .blueprint: return try await blueprint(visit)
    case .changeBlueprint: return try await changeBlueprint(incoming, visit)
    case .revision: return try await revision(incoming, visit)
    case .edit: return try await edit(incoming, visit)
    case .proposeEdit: return try await proposeEdit(incoming, visit)
    case .audit: return try await audit(incoming, visit)
    case .people: return try await people(visit)
    case .changePeople: return try await changePeople(incoming, visit)
    case .keys: return try await keys(visit)
    case .changeKeys: return try await changeKeys(incoming, visit)
    }
  }

  /// Refuses what the person's role does not allow.
  ///
  /// - Parameter isAllowed: What the role must allow.
  /// - Throws: `Problem` with code `insufficient_scope`.
  func require(
    _ isAllowed: KeyPath<LedgerPerson.Role, Bool>, of visit: AdminVisit
  ) throws(Problem) {
    guard visit.role[keyPath: isAllowed] else {
      throw Problem(
        .insufficientScope, "The role \(visit.role.rawValue) does not allow this: ask an owner.")
    }
  }

  /// Where a person continues after a problem: the page that the form is on, if their role sees it, and otherwise the
  /// first page.
  private func way(
    from route: AdminRoute, _ incoming: IncomingRequest, after problem: Problem,
    _ visit: AdminVisit
  ) async throws(Problem) -> AdminPages.Way {
    let root = AdminPath.root(of: visit.app.id)
    switch route {
    case .customer, .changeCustomer, .exportCustomer:
      let customer: Customer.ID = try incoming.name("customer")
      // It may also be the other customer of a transfer or a merge who is unknown.
      if problem.code == .unknownCustomer {
        do { try await service.operators.requireCustomer(customer, in: visit.app) } catch { break }
      }
      return AdminPages.Way(
        path: AdminPath.customer(customer, of: visit.app.id), label: "Back to the customer")
    case .replayWebhooks where visit.role.seesWebhooks:
      return AdminPages.Way(path: "\(root)/webhooks", label: "Back to Webhooks")
    case .changeBlueprint where visit.role.seesBlueprint,
      .revision where visit.role.seesBlueprint, .edit where visit.role.seesBlueprint:
      return AdminPages.Way(path: "\(root)/blueprint", label: "Back to Blueprint")
    case .proposeEdit where visit.role.publishesBlueprint:
      let name: Identifier<BlueprintRevision> = try incoming.name("revision")
      return AdminPages.Way(
        path: "\(root)/blueprint/\(Endpoint.percentEncoded(name.rawValue))/edit",
        label: "Back to the files")
    case .changePeople where visit.role.seesAudit:
      return AdminPages.Way(path: "\(root)/people", label: "Back to People")
    case .changeKeys where visit.role.managesKeys:
      return AdminPages.Way(path: "\(root)/keys", label: "Back to Keys")
    case .lists: return AdminPages.Way(path: "\(root)/lists", label: "Back to Lists")
    case .audit where visit.role.seesAudit:
      return AdminPages.Way(path: "\(root)/audit", label: "Back to Audit")
    case .chart where visit.role.seesRevenue:
      return AdminPages.Way(path: "\(root)/charts", label: "Back to Charts")
    default: break
    }
    return AdminPages.Way(path: root, label: "Back to Customers")
  }

  /// What a refused form had, unless the page that it is on cannot be opened either.
  private func form(
    at route: AdminRoute, _ incoming: IncomingRequest, after problem: Problem, _ visit: AdminVisit,
    wayTo path: String
  ) -> RefusedForm? {
    do {
      if route.isForm {
        return path == AdminPath.root(of: visit.app.id)
          ? nil : RefusedForm(try incoming.formFields, to: path, after: problem, for: visit)
      }
      let query = try incoming.queryFields
      return problem.code == .invalidValue && !query.isEmpty
        ? RefusedForm(query: query) : nil
    } catch {
      return nil
    }
  }

  private func count(_ problem: Problem) -> Problem {
    service.observability.metrics.count(problem: problem.code)
    return problem
  }

  /// The way to another page, which is read with GET.
  static func redirect(to path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
  }
}

// MARK: - Sessions

extension AdminHandler {
  /// What the page of a link asks.
  private struct LinkPage: Sendable {
    let app: String
    let path: String
    let link: String
  }

  private func start() -> Response {
    if service.apps.count == 1, let app = service.apps.first {
      return Self.redirect(to: AdminPath.root(of: app.id))
    }
    return pages.message(
      "Open the pages of an app at /admin/ and its name, with the link that signs you in.",
      command: "tollgate admin create you@example.com --app APP --role owner", title: "Operators")
  }

  private func signInNeeded(to app: ServedApp) -> Response {
    pages.message(
      """
      You are not signed in. A link signs you in, once and within 24 hours: an owner can give you one, or somebody \
      with access to the server can print it.
      """,
      command: "tollgate admin link you@example.com --app \(app.id)", title: "Sign in", app: app.id,
      status: .unauthorized)
  }

  private func link(_ incoming: IncomingRequest, to app: ServedApp) throws(Problem) -> Response {
    pages.open(
      "admin-link",
      LinkPage(
        app: app.id.rawValue, path: "\(AdminPath.root(of: app.id))/sign-in",
        link: try incoming.queryFields["link"] ?? ""),
      title: "Sign in", app: app.id)
  }

  private func signIn(
    _ incoming: IncomingRequest, to app: ServedApp
  ) async throws(Problem) -> Response {
    let opened = try await service.people.signIn(
      with: try incoming.formFields["link"] ?? "", in: app.id)
    guard let opened else {
      return pages.message(
        "This link was used already, or has expired. Ask for a new one.",
        command: "tollgate admin link you@example.com --app \(app.id)", title: "Sign in",
        app: app.id, status: .unauthorized)
    }
    var response = Self.redirect(to: AdminPath.root(of: app.id))
    response.setCookie(Self.cookie(opened.token, for: incoming, to: app))
    return response
  }

  private func signOut(_ visit: AdminVisit) async throws(Problem) -> Response {
    try await service.people.signOut(visit.session, of: visit.app.id)
    return pages.message("You are signed out.", title: "Signed out", app: visit.app.id)
  }

  private func visit(
    _ incoming: IncomingRequest, of app: ServedApp
  ) async throws(Problem) -> AdminVisit? {
    guard let token = incoming.cookie(Self.cookieName),
      let session = try await service.people.session(of: token, in: app.id),
      session.role.seesCustomers
    else { return nil }
    return AdminVisit(app: app, session: session, token: token)
  }

  /// The cookie of a session; a browser sends it without HTTPS only to its own machine.
  private static func cookie(
    _ token: String, for incoming: IncomingRequest, to app: ServedApp
  ) -> Cookie {
    let host = incoming.host ?? ""
    let isOwnMachine = ["localhost", "127.0.0.1", "[::1]"].contains {
      host == $0 || host.hasPrefix("\($0):")
    }
    return Cookie(
      name: cookieName, value: token, maxAge: Int(People.sessionLifetime.components.seconds),
      path: AdminPath.root(of: app.id), secure: !isOwnMachine, httpOnly: true, sameSite: .lax)
  }
}

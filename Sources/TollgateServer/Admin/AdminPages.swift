import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Tollgate
import TollgateHTML
import TollgateLedger
import TollgateWire

/// Renders the operators' pages.
///
/// Beside a page there are the style sheet, the font and the icon, which browsers keep. Its policy allows nothing else but,
/// on a few pages, an embedded script and what that reads from this server.
struct AdminPages: Sendable {
  /// What stands around a page's content.
  private struct Frame: Sendable {
    struct Place: Sendable {
      let title: String
      let path: String
      /// "page" if it is the page that is shown, "true" if that one is below it, and nil otherwise.
      let current: String?
    }

    let title: String
    let app: String
    let root: String
    let isSignedIn: Bool
    let email: String
    let role: String
    let formToken: String
    let places: [Place]
    /// How many mistakes the blueprint has that is served nevertheless; nil if none, or for roles that do not see it.
    var mistakes: String?
  }

  /// A page that says one thing.
  private struct Message: Sendable {
    let text: String
    var advice: String?
    var command: String?
    var form: RefusedForm?
    var way: Way?
  }

  /// A link to where a person can continue.
  struct Way: Sendable {
    let path: String
    let label: String
  }

  /// Renders a page of a person who is signed in.
  ///
  /// - Parameters:
  ///   - template: The template of the page's content.
  ///   - route: The page among those that every page leads to.
  ///   - script: The page's script; nil without one.
  func response(
    _ template: String, _ content: any Sendable, title: String, at route: AdminRoute,
    for visit: AdminVisit, status: HTTPResponse.Status = .ok, script: String? = nil
  ) -> Response {
    response(
      template, content, frame(title, at: route, for: visit), status: status, script: script)
  }

  /// The frame of a page for a person who is signed in.
  private func frame(_ title: String, at route: AdminRoute, for visit: AdminVisit) -> Frame {
    let root = AdminPath.root(of: visit.app.id)
    func current(_ place: AdminRoute, above others: AdminRoute...) -> String? {
      if route == place { return "page" }
      return others.contains(route) ? "true" : nil
    }
    var places = [
      Frame.Place(
        title: "Customers", path: root,
        current: current(.customers, above: .customer, .changeCustomer)),
      Frame.Place(title: "Lists", path: "\(root)/lists", current: current(.lists)),
    ]
    if visit.role.seesRevenue {
      places += [
        Frame.Place(
          title: "Charts", path: "\(root)/charts", current: current(.charts, above: .chart)),
        Frame.Place(
          title: "Experiments", path: "\(root)/experiments", current: current(.experiments)),
      ]
    }
    if visit.role.seesWebhooks {
      places.append(
        Frame.Place(title: "Webhooks", path: "\(root)/webhooks", current: current(.webhooks)))
    }
    if visit.role.seesJobs {
      places.append(Frame.Place(title: "Jobs", path: "\(root)/jobs", current: current(.jobs)))
    }
    if visit.role.seesBlueprint {
      places.append(
        Frame.Place(
          title: "Blueprint", path: "\(root)/blueprint",
          current: current(.blueprint, above: .changeBlueprint, .revision, .edit, .proposeEdit)))
    }
    if visit.role.managesKeys {
      places.append(Frame.Place(title: "Keys", path: "\(root)/keys", current: current(.keys)))
    }
    if visit.role.seesAudit {
      places += [
        Frame.Place(title: "Audit", path: "\(root)/audit", current: current(.audit)),
        Frame.Place(title: "People", path: "\(root)/people", current: current(.people)),
      ]
    }
    return Frame(
      title: title, app: visit.app.id.rawValue, root: root, isSignedIn: true,
      email: visit.session.email, role: visit.role.rawValue, formToken: visit.formToken,
      places: places,
      mistakes: visit.role.seesBlueprint ? Self.count(of: visit.app.mistakes) : nil)
  }

  /// The number of mistakes in words; nil without any.
  private static func count(of mistakes: [String]) -> String? {
    mistakes.isEmpty ? nil : "\(mistakes.count) mistake\(mistakes.count == 1 ? "" : "s")"
  }

  /// Renders a part of a page, which a script puts in its place.
  func part(_ template: String, _ content: any Sendable) -> Response {
    guard let renderer = try? Self.renderer.get() else {
      return Response(status: .internalServerError)
    }
    return Response(
      status: .ok, headers: Self.headers(),
      body: ResponseBody(byteBuffer: ByteBuffer(string: renderer.render(content, with: template))))
  }

  /// A file of JSON, which a browser stores and does not show.
  func file(_ body: [UInt8], named name: String) -> Response {
    var headers = Self.headers()
    headers[.contentType] = "application/json"
    headers[.contentDisposition] = "attachment; filename=\"\(name)\""
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// A table as CSV, which a browser stores and does not show.
  func csv(_ body: ResponseBody, named name: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"\(name).csv\"",
        .xContentTypeOptions: "nosniff",
      ], body: body)
  }

  /// Renders a page for anybody.
  ///
  /// - Parameters:
  ///   - template: The template of the page's content.
  ///   - app: The app; nil if none was named.
  func open(
    _ template: String, _ content: any Sendable, title: String, app: Blueprint.App.ID? = nil,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    response(
      template, content,
      Frame(
        title: title, app: app?.rawValue ?? "", root: "", isSignedIn: false, email: "", role: "",
        formToken: "", places: []), status: status)
  }

  /// Renders a page that says one thing.
  ///
  /// - Parameters:
  ///   - command: A command to copy; nil without one.
  ///   - app: The app; nil if none was named.
  func message(
    _ text: String, command: String? = nil, title: String, app: Blueprint.App.ID? = nil,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    open(
      "admin-message", Message(text: text, command: command), title: title, app: app,
      status: status)
  }

  /// Renders what went wrong for anybody, and where to continue.
  ///
  /// - Parameter problem: The problem, whose status the response has.
  func problem(_ problem: Problem, way: Way) -> Response {
    open(
      "admin-message",
      Message(text: problem.message, advice: problem.advice(hasForm: false), way: way),
      title: problem.heading, status: HTTPResponse.Status(code: problem.status))
  }

  /// Renders what went wrong for a person who is signed in, below the navigation.
  ///
  /// - Parameters:
  ///   - problem: The problem, whose status the response has.
  ///   - route: The page, or what the form does.
  ///   - form: What was sent, to correct and send again; nil without a form.
  func problem(
    _ problem: Problem, at route: AdminRoute, for visit: AdminVisit, form: RefusedForm?, way: Way
  ) -> Response {
    response(
      "admin-message",
      Message(
        text: problem.message, advice: problem.advice(hasForm: form != nil), form: form, way: way),
      frame(problem.heading, at: route, for: visit),
      status: HTTPResponse.Status(code: problem.status))
  }

  private func response(
    _ template: String, _ content: any Sendable, _ frame: Frame,
    status: HTTPResponse.Status = .ok, script: String? = nil
  ) -> Response {
    guard let renderer = try? Self.renderer.get() else {
      return Response(status: .internalServerError)
    }
    let html =
      renderer.render(frame, with: "admin-head") + renderer.render(content, with: template)
      + "</main>\n" + (script.map { "<script>\($0)</script>\n" } ?? "") + "</body>\n</html>\n"
    return Response(
      status: status, headers: Self.headers(script: script),
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }

  private static let renderer = Result { try HTMLRenderer(templates: AdminFiles.templates) }

  /// The headers of a page: links do not reveal its address, and no other site may show it.
  private static func headers(script: String? = nil) -> HTTPFields {
    let scripts =
      script.map { " script-src '\(digest($0))'; connect-src 'self';" } ?? ""
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
      .contentSecurityPolicy:
        "default-src 'none';\(scripts) style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      .xContentTypeOptions: "nosniff",
    ]
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    // For browsers that do not know `frame-ancestors`.
    if let name = HTTPField.Name("X-Frame-Options") { headers[name] = "DENY" }
    return headers
  }

  /// The name of an inline script in a policy.
  private static func digest(_ text: String) -> String {
    "sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())"
  }
}

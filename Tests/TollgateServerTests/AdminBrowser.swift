import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer

/// A browser on the operators' pages, with the session of a person.
struct AdminBrowser: Sendable {
  let server: TestServer
  /// The cookie, as a browser sends it back.
  let cookie: String
  /// What the pages' forms carry.
  let formToken: String

  /// Adds a person, and signs them in with their link.
  ///
  /// - Parameter first: The server for that, if it is another one of the same ledger: the ids that each counts are equal.
  init(
    _ server: TestServer, _ role: LedgerPerson.Role, email: String = "ada@example.com",
    signedInAt first: TestServer? = nil
  ) async throws {
    self.server = server
    let added = try await (first ?? server).service.people.add(email, as: role, in: server.app)
    let signedIn = try await (first ?? server).exchange(
      .post, "/admin/\(server.app)/sign-in", body: "link=\(added.link)")
    let header = try #require(signedIn.headers["set-cookie"], "\(signedIn.status) \(signedIn.text)")
    cookie = try #require(header.split(separator: ";").first.map(String.init))
    let page = try await server.exchange(
      .get, "/admin/\(server.app)", headers: ["Cookie": cookie])
    formToken = try #require(page.body.firstMatch(of: /name="form" value="([0-9a-f]{64})"/)).output
      .1.description
  }

  func get(_ path: String = "") async throws -> Exchange {
    try await server.exchange(
      .get, "/admin/\(server.app)\(path)", headers: ["Cookie": cookie])
  }

  /// Posts a form, with the session's token unless the fields have another one.
  func post(_ path: String, _ fields: [String: String]) async throws -> Exchange {
    let all = ["form": formToken].merging(fields) { $1 }
    let body = all.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }.joined(separator: "&")
    return try await server.exchange(
      .post, "/admin/\(server.app)\(path)", headers: ["Cookie": cookie], body: body)
  }

  /// Posts a form, and confirms it with the fields of the page that asks.
  func confirm(_ path: String, _ fields: [String: String]) async throws -> Exchange {
    let asked = try await post(path, fields)
    try #require(asked.status == 200, "\(asked)")
    let confirmed = asked.hiddenFields
    #expect(confirmed["confirmed"] == "yes")
    return try await post(path, confirmed)
  }
}

extension Exchange {
  /// The hidden fields of a page with one form.
  var hiddenFields: [String: String] {
    var fields: [String: String] = [:]
    for field in body.matches(of: /type="hidden" name="([a-z]+)" value="([^"]*)"/) {
      fields[String(field.output.1)] = String(field.output.2).replacing("&quot;", with: "\"")
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&#39;", with: "'")
        .replacing("&amp;", with: "&")
    }
    return fields
  }

  /// The text of a page, without markup and with single spaces.
  var text: String {
    body.replacing(/<[^>]*>/, with: " ")
      .replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

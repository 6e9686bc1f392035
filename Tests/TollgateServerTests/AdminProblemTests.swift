import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer

@Suite("Problems on the operators' pages")
struct AdminProblemTests {
  @Test("a problem's page says what to do and where to continue, below the navigation if signed in")
  func problems() async throws {
    let server = try await TestServer("coach-paid")
    let root = "/admin/\(server.app)"
    let phone = try await server.phone(device: "maya-phone")
    let path = "/customers/\(phone.id)"
    let ada = try await AdminBrowser(server, .owner)
    let ben = try await AdminBrowser(server, .readOnly, email: "ben@example.com")
    let eve = try await AdminBrowser(server, .support, email: "eve@example.com")
    let change = ["change": "grant", "subject": "premium", "reason": "A gift"]
    let signedIn: [(page: Exchange, heading: String, advice: String, way: String)] = [
      (try await ada.get("/customers/nobody"), "Unknown customer", "find the customer by", root),
      (try await ada.post("/customers/nobody", change), "Unknown customer", "find the", root),
      (try await ada.get("/charts/nothing"), "Page not found", "Check", "\(root)/charts"),
      (
        try await ada.post(path, change.merging(["days": "-1"]) { $1 }), "Invalid value",
        "correct what the message names", "\(root)\(path)"
      ),
      (
        try await ada.post(path, ["form": "0"]), "Session ended", "open the page again",
        "\(root)\(path)"
      ),
      (try await ben.post(path, change), "Not allowed", "ask an owner", "\(root)\(path)"),
      (try await ben.get("/people"), "Not allowed", "ask an owner", root),
      (try await ben.post("/people", [:]), "Not allowed", "ask an owner", root),
      (try await eve.get("/charts/mrr"), "Not allowed", "ask an owner", root),
      (
        try await ada.get("\(path)?at=noon"), "Invalid value", "not a date and time",
        "\(root)\(path)"
      ),
      (
        try await ada.post(
          path, ["change": "transfer", "subject": "1", "receiver": "nobody", "reason": "A gift"]),
        "Unknown customer", "id of the receiver", "\(root)\(path)"
      ),
      (
        try await ada.post(path, ["change": "merge", "subject": "nobody", "reason": "A gift"]),
        "Unknown customer", "id of the customer to merge", "\(root)\(path)"
      ),
    ]
    for (page, heading, advice, way) in signedIn {
      #expect(page.body.contains("<h1>\(heading)</h1>"), "\(page.text)")
      #expect(page.text.contains(advice), "\(page.text)")
      #expect(page.body.contains("<p><a href=\"\(way)\">Back to "), "\(page.body)")
      #expect(page.body.contains("<nav aria-label=\"Pages\">"))
    }
    for (path, way) in [
      ("\(root)/nothing", root), ("/admin/nothing", "/admin"), ("/admin/nothing/people", "/admin"),
      ("/admin/%22%3E/nothing", "/admin/%22%3E"),
    ] {
      let page = try await server.exchange(.get, path)
      #expect(page.status == 404)
      #expect(page.body.contains("<p><a href=\"\(way)\">"), "\(page.body)")
      #expect(page.text.contains("Check the "))
      #expect(!page.body.contains("<nav"))
    }
  }
}

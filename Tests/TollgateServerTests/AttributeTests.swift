import Foundation
import Testing
import Tollgate
import TollgateServer
import TollgateWire

@Suite("Attributes that the app and its backend set")
struct AttributeTests {
  private static func server() async throws -> TestServer {
    try await TestServer("techniq") {
      $0.attributes = [
        Attribute(id: "goal", kind: .text(["strength", "endurance"])),
        Attribute(id: "nick", kind: .text([])), Attribute(id: "sessions", kind: .number),
        Attribute(id: "coach", kind: .boolean, setBy: .backend),
      ]
      $0.prompts.append(
        Prompt(
          id: "lift", shape: .card, placement: "home",
          when: Condition(
            audience: Audience(
              countries: ["DE"],
              attributes: [AttributeTest(attribute: "goal", values: ["strength"])])),
          icon: "star", text: $0.texts[0].id))
    }
  }

  private static func set(
    _ body: String, _ phone: TestPhone
  ) async throws -> Exchange {
    try await phone.server.exchange(.setAttributes, token: phone.token, body: body)
  }

  @Test("a value holds until the next one, and is sent with the facts")
  func values() async throws {
    let server = try await Self.server()
    let phone = try await server.phone()
    let first = try await Self.set(
      #"{"attributes":{"goal":"strength","sessions":3},"device":{"country":"DEU","language":"de"}}"#,
      phone)
    #expect(first.status == 200)
    #expect(
      first.body.contains(
        #""attribute":"goal","kind":"attribute","setBy":"app","value":"strength""#))
    // No condition tests the language, so it is not recorded.
    #expect(!first.body.contains("language"))
    let snapshot = try await phone.snapshot()
    #expect(snapshot.facts.value(of: "sessions", setBy: .app) == 3)
    #expect(snapshot.facts.value(of: DeviceProperty.country) == "DE")
    #expect(snapshot.membership.prompts.contains("lift"))
    let again = try await Self.set(#"{"attributes":{"goal":"strength"}}"#, phone)
    #expect(again.body.contains(#""facts":[]"#))
    _ = try await Self.set(#"{"attributes":{"goal":null}}"#, phone)
    #expect(try await phone.snapshot().facts.value(of: "goal", setBy: .app) == nil)
    let export = try await server.exchange(.export, token: phone.token).body
    #expect(export.contains(#""attribute":"sessions""#))
  }

  @Test("the backend sets what the app cannot, and the app what the backend cannot")
  func backend() async throws {
    let server = try await Self.server()
    let phone = try await server.phone()
    let backend = try await TestBackend(server)
    let refused = try await Self.set(#"{"attributes":{"coach":true}}"#, phone)
    #expect(refused.status == 422)
    #expect(refused.body.contains("set by the app's backend"))
    let change: ChangeResponse = try await backend.send(
      .setAttributes, for: phone.id, json: AttributesRequest(["coach": true]))
    #expect(change.facts.count == 1)
    #expect(try await phone.snapshot().facts.value(of: "coach", setBy: .backend) == true)
    for body in [#"{"attributes":{"goal":"strength"}}"#, #"{"device":{"country":"DE"}}"#] {
      let exchange = try await backend.exchange(.setAttributes, for: phone.id, body: body)
      #expect(exchange.body.contains(#""code":"invalid_value""#))
    }
  }

  @Test(
    "what is undeclared, of another type or malformed is refused, and nothing is recorded",
    arguments: [
      (#"{"attributes":{"sessions":1,"gaol":"strength"}}"#, "unknown_attribute"),
      (#"{"attributes":{"sessions":1,"goal":"speed"}}"#, "invalid_value"),
      (#"{"attributes":{"sessions":"3"}}"#, "invalid_value"),
      (#"{"attributes":{"sessions":9007199254740993}}"#, "invalid_value"),
      (#"{"attributes":{"sessions":1.5}}"#, "invalid_json"),
      (#"{"attributes":{"sessions":[1]}}"#, "invalid_json"),
      (#"{"attributes":{"sessions":1,"nick":"a\u0000b"}}"#, "invalid_value"),
      (#"{"attributes":{"sessions":1,"nick":""}}"#, "invalid_value"),
      (#"{"attributes":{"sessions":1,"nick":true}}"#, "invalid_value"),
      (#"{"attributes":{"sessions":1},"device":{"country":"ZZ"}}"#, "invalid_value"),
      (#"{"attributes":{"sessions":1},"device":{"colour":"red"}}"#, "invalid_value"),
    ])
  func refused(body: String, code: String) async throws {
    let server = try await Self.server()
    let phone = try await server.phone()
    let exchange = try await Self.set(body, phone)
    #expect(exchange.body.contains(#""code":"\#(code)""#), "\(exchange.body)")
    #expect(
      exchange.body.contains(
        "`attributes.sessions` cannot be read: expected a string, true, false or a whole number."
      ) == (code == "invalid_json"))
    #expect(
      exchange.body.contains("The blueprint has no attribute `gaol`.")
        == (code == "unknown_attribute"))
    #expect(try await phone.snapshot().facts.attributeChanges.isEmpty)
  }

  @Test("a time zone is recorded where days turn in it, unless the server does not know it")
  func timeZone() async throws {
    let server = try await TestServer("techniq") {
      $0.app = Blueprint.App(
        id: $0.app.id, name: $0.app.name, bundleID: $0.app.bundleID, usesCustomerTimeZone: true)
    }
    let phone = try await server.phone()
    let report = { (zone: String) in
      try await Self.set(#"{"device":{"timeZone":"\#(zone)"}}"#, phone)
    }
    let malformed = try await report("CET")
    #expect(malformed.body.contains(#""code":"invalid_value""#))
    let unknown = try await report("Mars/Olympus")
    #expect(unknown.status == 200)
    #expect(unknown.body.contains(#""facts":[]"#))
    let known = try await report("Asia/Tokyo")
    #expect(known.body.contains(#""attribute":"timeZone""#))
    // Another one within a day is ignored.
    server.advance(Period(23, .hour))
    #expect(try await report("Europe/Berlin").body.contains(#""facts":[]"#))
    server.advance(Period(1, .hour))
    _ = try await report("Europe/Berlin")
    let facts = try await phone.snapshot().facts
    #expect(facts.value(of: DeviceProperty.timeZone) == "Europe/Berlin")
    #expect(facts.attributeChanges.count == 2)
  }

  @Test("a time zone is not recorded where the app's counts")
  func unusedTimeZone() async throws {
    let phone = try await Self.server().phone()
    let exchange = try await Self.set(#"{"device":{"timeZone":"Asia/Tokyo"}}"#, phone)
    #expect(exchange.body.contains(#""facts":[]"#))
  }

  @Test("signing in keeps the newest value of both customers")
  func merged() async throws {
    let server = try await Self.server()
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    _ = try await Self.set(#"{"attributes":{"goal":"strength","sessions":1}}"#, account)
    server.advance(Period(1, .hour))
    var phone = try await server.phone(device: "phone")
    _ = try await Self.set(#"{"attributes":{"goal":"endurance"}}"#, phone)
    try await phone.signIn("ada@example.com")
    let facts = try await phone.snapshot().facts
    #expect(facts.value(of: "goal", setBy: .app) == "endurance")
    #expect(facts.value(of: "sessions", setBy: .app) == 1)
  }
}

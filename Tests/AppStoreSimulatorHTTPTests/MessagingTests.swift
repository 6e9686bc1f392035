import Foundation
import HTTPTypes
import Testing
import TollgateAppStore

@testable import AppStoreSimulatorHTTP

@Suite("The Retention Messaging API")
struct MessagingTests {
  @Test("images and messages are uploaded, approved at once in the sandbox, listed and deleted")
  func uploads() async throws {
    let market = try Market()
    try await market.uploadMessages()
    let images = try await market.messaging(.get, "image/list")["imageIdentifiers"]?.elements
    #expect(images?.compactMap { $0["imageIdentifier"]?.text } == [Market.picture, Market.bullet])
    #expect(images?.compactMap { $0["imageSize"]?.text } == ["FULL_SIZE", "BULLET_POINT"])
    #expect(images?.allSatisfy { $0["imageState"] == .string("APPROVED") } == true)
    let messages = try await market.messaging(.get, "message/list")["messageIdentifiers"]?.elements
    #expect(
      messages?.compactMap { $0["messageIdentifier"]?.text } == [Market.illustrated, Market.text])
    #expect(messages?.allSatisfy { $0["messageState"] == .string("APPROVED") } == true)

    #expect(try await market.messaging(.delete, "image/\(Market.picture)").errorCode == 4_030_019)
    let upperCase = Market.illustrated.uppercased()
    #expect(try await market.messaging(.delete, "message/\(upperCase)").status == 200)
    #expect(try await market.messaging(.delete, "image/\(Market.picture)").status == 200)
    let left = try await market.messaging(.get, "image/list")["imageIdentifiers"]?.elements
    #expect(left?.count == 1)
  }

  @Test("a product has one default message per locale, until the message is deleted")
  func defaults() async throws {
    let market = try Market()
    try await market.uploadMessages()
    for id in [Market.text, Market.illustrated] {
      let body = #"{"messageIdentifier":"\#(id)"}"#
      #expect(try await market.messaging(.put, "default/gold/de-DE", body).status == 200)
      let read = try await market.messaging(.get, "default/gold/de-DE")
      #expect(read["messageIdentifier"]?.text == id)
    }
    #expect(try await market.messaging(.get, "default/gold/ja").errorCode == 4_040_020)
    #expect(try await market.messaging(.delete, "default/gold/de-DE").status == 200)
    #expect(try await market.messaging(.delete, "default/gold/de-DE").errorCode == 4_040_020)
    let body = #"{"messageIdentifier":"\#(Market.text)"}"#
    _ = try await market.messaging(.put, "default/gold/de-DE", body)
    _ = try await market.messaging(.delete, "message/\(Market.text)")
    #expect(try await market.messaging(.get, "default/gold/de-DE").errorCode == 4_040_020)
  }

  @Test("the URL for real-time requests is set, read and deleted")
  func url() async throws {
    let market = try Market()
    #expect(try await market.messaging(.get, "realtime/url").errorCode == 4_040_021)
    for url in [
      "https://backend.localhost/retention", "http://127.0.0.1:3000/retention",
      "https://[::1]:8443/a?b=c", "https://a/" + Self.text(246),
    ] {
      _ = try await market.messaging(.put, "realtime/url", #"{"realtimeURL":"\#(url)"}"#)
      #expect(try await market.messaging(.get, "realtime/url")["realtimeURL"]?.text == url)
    }
    #expect(try await market.messaging(.delete, "realtime/url").status == 200)
    #expect(try await market.messaging(.delete, "realtime/url").errorCode == 4_040_021)
  }

  /// What is sent to a store with the messages of ``Market/uploadMessages()``, and the number of the refusal.
  static let refusals = images + messages + others

  private static let others: [(HTTPRequest.Method, String, Data, Int64)] = [
    (.delete, "image/\(Market.unused)", Data(), 4_040_014),
    (.delete, "image/x", Data(), 4_000_000),
    (.delete, "message/\(Market.unused)", Data(), 4_040_015),
    (.delete, "message/x", Data(), 4_000_000),
    (.put, "default/gold/en_US", json("messageIdentifier", Market.text), 4_000_164),
    (.put, "default/gold/english", json("messageIdentifier", Market.text), 4_000_164),
    (.put, "default/gold/de", json("messageIdentifier", Market.text), 4_000_164),
    (.put, "default/gold/de-AT", json("messageIdentifier", Market.text), 4_000_164),
    (.put, "default/gold/ja-JP", json("messageIdentifier", Market.text), 4_000_164),
    (.put, "default/coins/en-US", json("messageIdentifier", Market.text), 4_000_023),
    (.put, "default/iron/en-US", json("messageIdentifier", Market.text), 4_000_023),
    (.put, "default/gold/en-US", json("messageIdentifier", Market.unused), 4_040_015),
    (.put, "default/gold/en-US", json("messageIdentifier", "x"), 4_000_000),
    (.put, "default/gold/en-US", Data(), 4_000_000),
    (.get, "default/gold/x", Data(), 4_000_164),
    (.put, "realtime/url", json("realtimeURL", "backend.localhost"), 4_000_215),
    (.put, "realtime/url", json("realtimeURL", "https://a/" + text(247)), 4_000_215),
    (.put, "realtime/url", json("realtimeURL", "HTTPS://backend.localhost"), 4_000_215),
    (.put, "realtime/url", json("realtimeURL", "ftp://backend.localhost"), 4_000_215),
    (.put, "realtime/url", json("realtimeURL", "https://"), 4_000_215),
    (.put, "realtime/url", json("realtimeURL", "https:///retention"), 4_000_215),
    (.put, "realtime/url", json("realtimeURL", "https://?retention"), 4_000_215),
    (.put, "realtime/url", json("realtimeURL", "https://backend localhost/"), 4_000_215),
    (.put, "realtime/url", Data(#"{"realtimeURL":1}"#.utf8), 4_000_215),
    (.put, "realtime/url", Data("{}".utf8), 4_000_215),
    (.put, "realtime/url", Data("[]".utf8), 4_000_000),
  ]

  private static let images: [(HTTPRequest.Method, String, Data, Int64)] = [
    (.put, "image/x", Market.png(3840, 160), 4_000_000),
    (.put, "image/\(Market.unused)", Data("GIF89a".utf8), 4_000_161),
    (.put, "image/\(Market.unused)", Data(), 4_000_161),
    (.put, "image/\(Market.unused)", Market.png(3840, 160).dropLast(24), 4_000_161),
    (.put, "image/\(Market.unused)", Market.png(3840, 160).prefix(20), 4_000_161),
    (.put, "image/\(Market.unused)", Market.png(3840, 160, colorType: 1), 4_000_161),
    (.put, "image/\(Market.unused)", Market.png(3840, 160, colorType: 4), 4_000_161),
    (.put, "image/\(Market.unused)", Market.png(3840, 160, colorType: 6), 4_000_161),
    (
      .put, "image/\(Market.unused)",
      Market.png(3840, 160, colorType: 3, chunks: ["PLTE", "tRNS", "IDAT"]), 4_000_161
    ),
    (.put, "image/\(Market.unused)", Market.png(3839, 160), 4_000_161),
    (.put, "image/\(Market.unused)", Market.png(3840, 159), 4_000_161),
    (.put, "image/\(Market.unused)", Market.png(3840, 2161), 4_000_161),
    (.put, "image/\(Market.unused)", Market.png(1024, 1024), 4_000_161),
    (
      .put, "image/\(Market.unused)?imageSize=BULLET_POINT", Market.png(3840, 160), 4_000_161
    ),
    (.put, "image/\(Market.unused)?imageSize=HUGE", Market.png(3840, 160), 4_000_216),
    (.put, "image/\(Market.picture)", Market.png(3840, 2160), 4_090_000),
  ]

  private static let messages: [(HTTPRequest.Method, String, Data, Int64)] =
    messageBodies.map { (.put, "message/\($0)", Data($1.utf8), $2) }

  private static let messageBodies: [(String, String, Int64)] = [
    ("x", Market.message(), 4_000_000),
    (Market.unused, "", 4_000_000),
    (Market.unused, Market.message(header: ""), 4_000_000),
    (Market.unused, #"{"header":"Stay"}"#, 4_000_000),
    (Market.unused, Market.message(header: text(67)), 4_000_162),
    (Market.unused, Market.message(body: text(145)), 4_000_163),
    (Market.unused, with(image: Market.image("x")), 4_000_000),
    (Market.unused, with(image: Market.image(Market.picture, altText: text(151))), 4_000_175),
    (Market.unused, with(image: Market.image(Market.unused)), 4_040_014),
    (Market.unused, with(image: Market.image(Market.bullet)), 4_000_216),
    (Market.unused, Market.message(#""headerPosition":"ABOVE_IMAGE""#), 4_000_224),
    (Market.unused, Market.message(#""headerPosition":"BELOW""#), 4_000_000),
    (Market.unused, Market.message(#""bulletPoints":{}"#), 4_000_000),
    (Market.unused, with(points: 6, Market.point(Market.bullet)), 4_000_218),
    (Market.unused, with(points: 1, Market.point(Market.bullet, text: text(67))), 4_000_219),
    (Market.unused, with(points: 1, Market.point(Market.bullet, altText: text(151))), 4_000_175),
    (Market.unused, with(points: 1, Market.point(Market.picture)), 4_000_216),
    (Market.unused, with(points: 1, Market.point(Market.unused)), 4_040_014),
    (Market.text, Market.message(), 4_090_001),
  ]

  @Test("a wrong request is refused with Apple's number", arguments: refusals.indices)
  func refusal(_ index: Int) async throws {
    let (method, path, body, code) = Self.refusals[index]
    let market = try Market()
    try await market.uploadMessages()
    let answer = try await market.messaging(method, path, body)
    #expect(answer.errorCode == code, "\(answer)")
    #expect(answer.status == Int(code / 10_000))
    #expect(answer["errorMessage"] != nil)
  }

  /// The largest and the smallest that is accepted.
  static let accepted: [(String, Data)] = [
    ("image/\(Market.unused)", Market.png(3840, 2160, colorType: 0)),
    ("image/\(Market.unused)?imageSize=FULL_SIZE", Market.png(3840, 160, colorType: 3)),
    ("message/\(Market.unused)", Data(Market.message(header: text(66), body: text(144)).utf8)),
    (
      "message/\(Market.unused)",
      Data(
        Market.message(
          #""headerPosition":"ABOVE_IMAGE","image":\#(Market.image(Market.picture, altText: text(150)))"#
        ).utf8)
    ),
    (
      "message/\(Market.unused)",
      Data(with(points: 5, Market.point(Market.bullet, text: text(66))).utf8)
    ),
    ("realtime/url", json("realtimeURL", "https://a/" + text(246))),
    ("realtime/url", json("realtimeURL", "http://127.0.0.1:8080/retention")),
    ("default/gold/zh-Hans", json("messageIdentifier", Market.illustrated.uppercased())),
  ]

  @Test("what is just within the limits is accepted", arguments: accepted.indices)
  func limits(_ index: Int) async throws {
    let (path, body) = Self.accepted[index]
    let market = try Market()
    try await market.uploadMessages()
    let answer = try await market.messaging(.put, path, body)
    #expect(answer.status == 200, "\(answer)")
  }

  @Test("an image of more than 20 MiB is refused with the limit")
  func largeImage() async throws {
    let market = try Market()
    let image = Market.png(3840, 160)
    let padding = Data(count: RetentionImage.byteLimit - image.count)
    let largest = try await market.messaging(.put, "image/\(Market.picture)", image + padding)
    #expect(largest.status == 200)
    let larger = try await market.messaging(
      .put, "image/\(Market.unused)", image + padding + Data([0]))
    #expect(larger.errorCode == 4_000_161)
    #expect(larger["errorMessage"]?.text == "The image has more than 20971520 bytes.")
  }

  @Test("an app has at most 2,000 images and 2,000 messages")
  func full() async throws {
    let market = try Market()
    try await market.service.messaging.fill()
    let image = try await market.messaging(
      .put, "image/\(Market.unused)", Market.png(3840, 160))
    #expect(image.errorCode == 4_030_014)
    let message = try await market.messaging(.put, "message/\(Market.unused)", Market.message())
    #expect(message.errorCode == 4_030_016)
  }

  @Test(
    "in production, uploads to the Retention Messaging API wait for a review, and only approved ones become defaults"
  )
  func production() async throws {
    let market = try Market(environment: .production)
    try await market.uploadMessages()
    let body = #"{"messageIdentifier":"\#(Market.illustrated)"}"#
    func setDefault() async throws -> Int64? {
      try await market.messaging(.put, "default/gold/en-US", body).errorCode
    }
    func review(_ kind: String, _ id: String, _ approved: Bool) async throws {
      let answer = try await market.control(
        "review", #"{"\#(kind)":"\#(id)","approved":\#(approved)}"#)
      #expect(answer.status == 200, "\(answer)")
    }
    let list = try await market.messaging(.get, "message/list")["messageIdentifiers"]
    #expect(list?.elements.first?["messageState"] == .string("PENDING"))
    #expect(try await setDefault() == 4_030_017)
    try await review("message", Market.illustrated, true)
    #expect(try await setDefault() == 4_030_018)
    try await review("image", Market.picture, true)
    try await review("image", Market.bullet, false)
    #expect(try await setDefault() == 4_030_018)
    try await review("image", Market.bullet, true)
    #expect(try await setDefault() == nil)
    let url = try await market.messaging(
      .put, "realtime/url", #"{"realtimeURL":"https://backend.localhost"}"#)
    #expect(url.errorCode == 4_030_026)
  }

  /// A wrong review, and the code of the problem.
  static let wrongReviews = [
    (#"{"approved":true}"#, "missingField"),
    (#"{"message":"\#(Market.text)"}"#, "missingField"),
    (
      #"{"message":"\#(Market.text)","image":"\#(Market.picture)","approved":true}"#, "missingField"
    ),
    (#"{"message":"\#(Market.unused)","approved":true}"#, "notFound"),
    (#"{"image":"\#(Market.text)","approved":true}"#, "notFound"),
    (#"{"message":"\#(Market.text)","approved":"yes"}"#, "wrongField"),
  ]

  @Test("a wrong review is refused", arguments: wrongReviews)
  func wrongReview(_ body: String, _ code: String) async throws {
    let market = try Market()
    try await market.uploadMessages()
    #expect(try await market.control("review", body)["code"]?.text == code)
  }

  @Test("the API requires a token, and an injected refusal precedes its own")
  func token() async throws {
    let market = try Market()
    let path = "/inApps/v1/messaging/message/list"
    #expect(try await market.ask(.get, path, authorization: "Bearer x").status == 401)
    await market.service.refuse(.rateLimitExceeded, times: 1)
    #expect(try await market.messaging(.get, "message/list").errorCode == 4_290_000)
    #expect(try await market.messaging(.get, "message/list").status == 200)
  }
}

extension MessagingTests {
  fileprivate static func text(_ length: Int) -> String { String(repeating: "a", count: length) }

  fileprivate static func json(_ name: String, _ value: String) -> Data {
    Data(#"{"\#(name)":"\#(value)"}"#.utf8)
  }

  fileprivate static func with(image: String) -> String {
    Market.message(#""image":\#(image)"#)
  }

  fileprivate static func with(points count: Int, _ point: String) -> String {
    let points = Array(repeating: point, count: count).joined(separator: ",")
    return Market.message(#""bulletPoints":[\#(points)]"#)
  }
}

extension RetentionMessaging {
  /// Uploads as many images and messages as an app may have.
  fileprivate func fill() throws {
    let image = try RetentionImage(Market.png(3840, 160), for: .fullSize, state: .approved)
    for _ in 0..<Self.uploadLimit {
      let id = makeIdentifier()
      images[id] = image
      messages[id] = try RetentionMessage(
        ["header": .string("Stay"), "body": .string("Please")], id: id, images: [:],
        state: .approved)
    }
  }
}

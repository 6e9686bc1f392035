import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TollgateAppStore

@testable import AppStoreSimulatorHTTP

extension Market {
  /// Messages and images of the tests, by what they are.
  static let text = "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b"
  static let illustrated = "1c7a2f0e-5b8d-4e6f-9a3c-2d4e6f8a0b1c"
  static let picture = "5d1e2c3b-4a59-4687-9f0e-1d2c3b4a5968"
  static let bullet = "7b6a5948-3726-4150-8e9d-acbd0e1f2031"

  /// A UUID under which nothing is uploaded.
  static let unused = "00000000-1111-4222-8333-444444444444"

  /// Asks the Retention Messaging API, with a valid token.
  func messaging(
    _ method: HTTPRequest.Method, _ path: String, _ body: Data = Data()
  ) async throws -> MarketAnswer {
    let token = try await authorizedRequest().headers["Authorization"] ?? ""
    let response = try await Application(router: makeStoreRouter(service)).test(.router) {
      try await $0.execute(
        uri: "/inApps/v1/messaging/\(path)", method: method, headers: [.authorization: token],
        body: ByteBuffer(bytes: body))
    }
    return MarketAnswer(response)
  }

  func messaging(
    _ method: HTTPRequest.Method, _ path: String, _ body: String
  ) async throws -> MarketAnswer {
    try await messaging(method, path, Data(body.utf8))
  }

  /// Uploads an image of each size, a message of text, and one with both images.
  func uploadMessages() async throws {
    _ = try await messaging(.put, "image/\(Self.picture)", Self.png(3840, 160))
    _ = try await messaging(
      .put, "image/\(Self.bullet)?imageSize=BULLET_POINT", Self.png(1024, 1024))
    _ = try await messaging(.put, "message/\(Self.text)", Self.message())
    let images =
      #""image":\#(Self.image(Self.picture)),"bulletPoints":[\#(Self.point(Self.bullet))]"#
    _ = try await messaging(.put, "message/\(Self.illustrated)", Self.message(images))
  }

  /// An action of the control API.
  func control(_ action: String, _ body: String) async throws -> MarketAnswer {
    let response = try await Application(router: makeStoreRouter(service)).test(.router) {
      try await $0.execute(
        uri: "/control/\(action)", method: .post, headers: [.contentType: "application/json"],
        body: ByteBuffer(string: body))
    }
    return MarketAnswer(response)
  }

  /// The JSON of a message.
  static func message(
    _ more: String = "", header: String = "Stay", body: String = "Everything is still here."
  ) -> String {
    let more = more.isEmpty ? "" : ",\(more)"
    return #"{"header":"\#(header)","body":"\#(body)"\#(more)}"#
  }

  /// The JSON of an image of a message.
  static func image(_ id: String, altText: String = "A picture") -> String {
    #"{"imageIdentifier":"\#(id)","altText":"\#(altText)"}"#
  }

  /// The JSON of a bullet point.
  static func point(_ id: String, text: String = "A reason", altText: String = "A dot") -> String {
    #"{"text":"\#(text)","imageIdentifier":"\#(id)","altText":"\#(altText)"}"#
  }

  /// A PNG image without pixels.
  static func png(
    _ width: UInt32, _ height: UInt32, colorType: UInt8 = 2, chunks: [String] = ["IDAT", "IEND"]
  ) -> Data {
    var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let header = bytes(width) + bytes(height) + [8, colorType, 0, 0, 0]
    for (name, content) in [("IHDR", header)] + chunks.map({ ($0, []) }) {
      data += bytes(UInt32(content.count)) + Array(name.utf8) + content + [0, 0, 0, 0]
    }
    return data
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

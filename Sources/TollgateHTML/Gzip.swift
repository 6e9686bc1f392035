import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Compression as the header `Content-Encoding: gzip` describes it.
enum Gzip {
  /// Compresses bytes; nil if that makes them no smaller.
  ///
  /// NIO offers its compressor only as a handler of a channel, so this sends the bytes as a response through one that
  /// leads nowhere.
  static func compress(_ bytes: ByteBuffer) -> ByteBuffer? {
    let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
    defer { _ = try? channel.finish() }
    let request = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/", headers: ["Accept-Encoding": "gzip"])
    let response = HTTPResponseHead(version: .http1_1, status: .ok)
    var compressed = ByteBuffer()
    do {
      try channel.writeInbound(HTTPServerRequestPart.head(request))
      channel.write(HTTPServerResponsePart.head(response), promise: nil)
      channel.write(HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
      try channel.writeOutbound(HTTPServerResponsePart.end(nil))
      while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
        if case .body(.byteBuffer(let bytes)) = part { compressed.writeImmutableBuffer(bytes) }
      }
    } catch {
      return nil
    }
    return (1..<bytes.readableBytes).contains(compressed.readableBytes) ? compressed : nil
  }
}

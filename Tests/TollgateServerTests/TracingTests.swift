import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import Testing
import Tollgate
import TollgateSimulation
import TollgateWire
import Tracing

@testable import TollgateServer

@Suite("Traces")
struct TracingTests {
  @Test("a request is a span that continues the caller's trace, and its commit a span within it")
  func spans() async throws {
    let tracer = InMemoryTracer()
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.observability.tracer = tracer
    let server = try await TestServer("techniq", configuration: configuration)
    let phone = try await server.phone()
    tracer.clearFinishedSpans()
    let exchange = try await server.exchange(
      .post, Endpoint.use("custom-drill").path(app: server.app), token: phone.token, key: "key",
      headers: [InMemoryTracer.traceIDKey: "trace-7", InMemoryTracer.spanIDKey: "span-7"])
    #expect(exchange.status == 200)
    let spans = tracer.finishedSpans
    #expect(
      spans.map(\.operationName) == [
        "ledger append", "POST /v1/apps/{app}/customers/me/features/{feature}/uses",
      ])
    #expect(spans.allSatisfy { $0.traceID == "trace-7" })
    #expect(spans.first?.parentSpanID == spans.last?.spanID)
    #expect(spans.last?.parentSpanID == "span-7")
    #expect(spans.last?.kind == .server)
    #expect(spans.last?.attributes.get("http.response.status_code") == .int64(200))
  }

  @Test("a refused request names the problem, and no customer")
  func refused() async throws {
    let tracer = InMemoryTracer()
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.observability.tracer = tracer
    let server = try await TestServer("techniq", configuration: configuration)
    let phone = try await server.phone()
    tracer.clearFinishedSpans()
    _ = try await server.exchange(.customer("ada-lovelace"), token: phone.token)
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.operationName == "GET /v1/apps/{app}/customers/{customer}")
    #expect(span.attributes.get("error.type") == .string("another_customer"))
    #expect(span.errors.isEmpty && span.status == nil)
    #expect(span.attributes.get("http.request.method") == .string("GET"))
    #expect(span.attributes.get("http.route") == .string("/v1/apps/{app}/customers/{customer}"))
    #expect(span.attributes.get("http.response.status_code") == .int64(403))
    #expect(span.attributes.count == 4)
  }
}

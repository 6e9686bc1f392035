import HTTPTypes
import Hummingbird
import Tollgate
import TollgateLedger
import TollgateWire
import Tracing

extension Tracer {
  /// Responds to a request within a span that continues the trace of its headers, such as `traceparent`.
  ///
  /// The span is named after the method and the path with placeholders, and has neither names nor tokens.
  func trace(
    _ request: Request, at endpoint: Endpoint, _ respond: () async throws -> Response
  ) async throws -> Response {
    var context = InstrumentationContext.current ?? .topLevel
    extract(request.headers, into: &context, using: HeaderExtractor())
    let (method, route) = (endpoint.method.rawValue, endpoint.template())
    let result = await withSpan("\(method) \(route)", context: context, ofKind: .server) {
      span -> Result<Response, any Error> in
      span.attributes["http.request.method"] = method
      span.attributes["http.route"] = route
      do {
        let response = try await respond()
        span.attributes["http.response.status_code"] = response.status.code
        return .success(response)
      } catch {
        // The error itself stays out of the span: its text is for the caller.
        let problem = error as? Problem
        let status = problem?.status ?? 500
        span.attributes["http.response.status_code"] = status
        span.attributes["error.type"] = problem?.code.rawValue ?? "\(type(of: error))"
        if status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Appends to a ledger within a span.
  func trace(
    _ write: LedgerWrite, to ledger: any Ledger
  ) async -> Result<Int, LedgerError> {
    await withSpan("ledger append") { span in
      span.attributes["tollgate.facts"] = write.facts.count
      do throws(LedgerError) {
        return .success(try await ledger.append(write))
      } catch {
        span.attributes["error.type"] = error.code.rawValue
        return .failure(error)
      }
    }
  }
}

/// Reads a trace's context from the headers of a request.
private struct HeaderExtractor: Extractor {
  func extract(key: String, from headers: HTTPFields) -> String? {
    HTTPField.Name(key).flatMap { headers[$0] }
  }
}

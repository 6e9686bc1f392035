public import Hummingbird
import Logging

/// The context of a request to a simulated store, from a socket or from the same process.
public struct StoreRequestContext: RequestContext {
  /// Hummingbird's storage for a request.
  public var coreContext: CoreRequestContextStorage

  /// Creates the context of a request from a connection.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }

  /// Creates the context of a request from the same process.
  init(logger: Logger) {
    coreContext = CoreRequestContextStorage(source: InProcess(logger: logger))
  }

  private struct InProcess: RequestContextSource {
    let logger: Logger
  }
}

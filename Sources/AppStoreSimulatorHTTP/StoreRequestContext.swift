public import Hummingbird
import Logging

/// What accompanies a request to a simulated store, from a socket or from the same process.
public struct StoreRequestContext: RequestContext {
  /// What Hummingbird keeps with a request.
  public var coreContext: CoreRequestContextStorage

  /// Makes the context of a request that came over a connection.
  ///
  /// - Parameter source: The connection.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }

  /// Makes the context of a request that came from the same process.
  init(logger: Logger) {
    coreContext = CoreRequestContextStorage(source: InProcess(logger: logger))
  }

  private struct InProcess: RequestContextSource {
    let logger: Logger
  }
}

/// The pages of a paginated response, requested one after another.
public struct ServerAPIPages<Page: Sendable>: AsyncSequence, Sendable {
  /// A page, and the token with which to request the next one; nil on the last one.
  typealias Part = (page: Page, next: String?)

  private let start: String?
  private let load: @Sendable (_ token: String?) async throws(ServerAPIError) -> Part

  init(
    from start: String?,
    load: @escaping @Sendable (_ token: String?) async throws(ServerAPIError) -> Part
  ) {
    self.start = start
    self.load = load
  }

  /// Iterates over the pages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum State {
      case at(String?)
      case ended
    }

    private var state: State
    private var count = 0
    private let load: @Sendable (_ token: String?) async throws(ServerAPIError) -> Part

    fileprivate init(_ pages: ServerAPIPages) {
      state = .at(pages.start)
      load = pages.load
    }

    /// Requests the next page.
    ///
    /// After an error the same page can be requested again.
    ///
    /// - Returns: The page; nil after the last.
    /// - Throws: ``ServerAPIError`` if the request fails.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ServerAPIError) -> Page? {
      switch state {
      case .ended: return nil
      case .at(let token):
        guard count < AppStoreServerAPI.pageLimit else {
          throw ServerAPIError(
            .answerUnreadable, "There are more than \(AppStoreServerAPI.pageLimit) pages.")
        }
        let (page, next) = try await load(token)
        if let next, next == token {
          throw ServerAPIError(.answerUnreadable, "A page names itself as the next.")
        }
        state = next.map { .at($0) } ?? .ended
        count += 1
        return page
      }
    }

    /// Requests the next page.
    ///
    /// - Returns: The page; nil after the last.
    /// - Throws: ``ServerAPIError`` if the request fails.
    public mutating func next() async throws(ServerAPIError) -> Page? {
      try await next(isolation: nil)
    }
  }

  /// Starts at the first page.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(self)
  }
}

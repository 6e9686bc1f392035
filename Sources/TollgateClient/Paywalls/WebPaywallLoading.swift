/// Which form of a paywall shows: its web page, or the native one if the page does not load.
///
/// A paywall never changes its form under the customer's finger: once the native one shows, a page that is ready later
/// has no effect until the next presentation. A page that fails is replaced by the native one.
public struct WebPaywallLoading: Hashable, Sendable {
  /// What shows.
  public enum Form: Hashable, Sendable {
    /// Neither yet; the page is being loaded.
    case loading
    /// The web page.
    case page
    /// The native paywall.
    case native
  }

  /// How long a page may take until the native paywall shows.
  public static let patience = Duration.seconds(1)

  public private(set) var form: Form
  private var showing: PaywallPresentation.ID?

  /// Creates the state before any paywall shows.
  public init() { form = .native }

  /// Records that a presentation began; the same one again has no effect.
  ///
  /// - Parameters:
  ///   - presentation: The presentation; nil if no paywall is on screen.
  ///   - hasPage: Whether the app can ask a server for its page.
  public mutating func present(_ presentation: PaywallPresentation.ID?, hasPage: Bool) {
    guard presentation != showing else { return }
    showing = presentation
    form = presentation != nil && hasPage ? .loading : .native
  }

  /// Records that the page of a presentation said that it is ready.
  public mutating func pageIsReady(for presentation: PaywallPresentation.ID?) {
    if presentation == showing, form == .loading { form = .page }
  }

  /// Records that ``patience`` has passed since a presentation began.
  public mutating func patienceEnded(for presentation: PaywallPresentation.ID?) {
    if presentation == showing, form == .loading { form = .native }
  }

  /// Records that the page of a presentation could not be loaded, or ended.
  public mutating func pageFailed(for presentation: PaywallPresentation.ID?) {
    if presentation == showing { form = .native }
  }
}

import Testing
import TollgateClient

@Suite("A paywall as a web page, or natively")
struct WebPaywallLoadingTests {
  private static func loading(_ presentation: Int = 1) -> WebPaywallLoading {
    var loading = WebPaywallLoading()
    loading.present(presentation, hasPage: true)
    return loading
  }

  @Test("a page that is ready in time shows, and stays when the time is over")
  func ready() {
    var loading = Self.loading()
    #expect(loading.form == .loading)
    loading.pageIsReady(for: 1)
    #expect(loading.form == .page)
    loading.patienceEnded(for: 1)
    #expect(loading.form == .page)
  }

  @Test("the native paywall shows after a second, and a page that comes later does not replace it")
  func late() {
    #expect(WebPaywallLoading.patience == .seconds(1))
    var loading = Self.loading()
    loading.patienceEnded(for: 1)
    #expect(loading.form == .native)
    loading.pageIsReady(for: 1)
    #expect(loading.form == .native)
  }

  @Test(
    "a page that cannot be loaded, or breaks down, makes way for the native paywall",
    arguments: [false, true])
  func failed(isShown: Bool) {
    var loading = Self.loading()
    if isShown { loading.pageIsReady(for: 1) }
    loading.pageFailed(for: 1)
    #expect(loading.form == .native)
    loading.pageIsReady(for: 1)
    #expect(loading.form == .native)
  }

  @Test("without a server to ask, and without a paywall, nothing is waited for")
  func native() {
    var loading = WebPaywallLoading()
    #expect(loading.form == .native)
    loading.present(1, hasPage: false)
    #expect(loading.form == .native)
    loading.present(nil, hasPage: true)
    #expect(loading.form == .native)
  }

  @Test("each presentation tries its page again; what an earlier one reports has no effect")
  func again() {
    var loading = Self.loading()
    loading.patienceEnded(for: 1)
    loading.present(2, hasPage: true)
    #expect(loading.form == .loading)
    loading.pageIsReady(for: 1)
    loading.patienceEnded(for: 1)
    loading.pageFailed(for: 1)
    #expect(loading.form == .loading)
    loading.pageIsReady(for: 2)
    loading.present(2, hasPage: true)
    #expect(loading.form == .page)
  }
}

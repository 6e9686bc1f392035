#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import TollgateClient

  #if canImport(UIKit) && canImport(WebKit)
    import UIKit
    import WebKit
  #endif

  /// The web page of the paywall that the client presents, or its native form where the page does not come in time.
  struct WebPaywall<Native: View>: View {
    /// The texts and actions of the paywall on screen.
    private let model: PaywallModel
    /// The root address of the server that has the page.
    private let server: URL
    private let native: Native

    @State private var loading: WebPaywallLoading
    @Environment(\.openURL) private var openURL
    @Environment(\.scenePhase) private var scenePhase

    /// Creates the view; the page of a paywall that is on screen already is loaded at once.
    init(_ model: PaywallModel, server: URL, native: Native) {
      self.model = model
      self.server = server
      self.native = native
      var loading = WebPaywallLoading()
      loading.present(model.client.presentation?.id, hasPage: true)
      _loading = State(initialValue: loading)
    }

    var body: some View {
      #if canImport(UIKit) && canImport(WebKit)
        form
          .onChange(of: showing) { loading.present(showing, hasPage: true) }
          .task(id: showing) {
            let showing = showing
            do { try await Task.sleep(for: WebPaywallLoading.patience) } catch { return }
            loading.patienceEnded(for: showing)
          }
      #else
        native
      #endif
    }

    #if canImport(UIKit) && canImport(WebKit)
      @ViewBuilder private var form: some View {
        let bridge = PaywallWebBridge(model)
        if loading.form != .native, let address = bridge.address(on: server) {
          ZStack {
            page(bridge, at: address)
              .id(showing)
              .opacity(loading.form == .page ? 1 : 0)
            if loading.form == .loading { ProgressView() }
          }
          // The page has a button that closes it, which it may show later.
          .interactiveDismissDisabled(!model.canClose || model.page?.extras.closeDelay != nil)
        } else {
          native
        }
      }

      private func page(_ bridge: PaywallWebBridge, at address: URL) -> some View {
        let showing = showing
        return PageView(
          address: address, script: loading.form == .page ? bridge.script : "",
          phase: scenePhase,
          receive: { message in
            if PaywallWebBridge.isReady(message) { loading.pageIsReady(for: showing) }
            Task { if let link = await bridge.receive(message) { openURL(link) } }
          }, fail: { loading.pageFailed(for: showing) })
      }

      /// The presentation on screen.
      private var showing: PaywallPresentation.ID? { model.client.presentation?.id }
    #endif
  }

  #if canImport(UIKit) && canImport(WebKit)
    /// A web view that shows one page.
    private struct PageView: UIViewRepresentable {
      let address: URL
      /// The script that brings the page up to date, evaluated each time it changes.
      let script: String
      /// Whether the app is active: when it returns, the page is brought up to date, as its countdown may have stopped.
      let phase: ScenePhase
      /// Receives the page's messages.
      let receive: @MainActor (Any) -> Void
      /// Called if the page cannot be loaded or breaks down.
      let fail: @MainActor () -> Void

      func makeUIView(context: Context) -> WKWebView {
        let view = WKWebView()
        let listener = PageListener(receive: receive, fail: fail)
        // The controller keeps the listener, which the web view alone would not.
        view.configuration.userContentController.add(
          listener, name: PaywallWebBridge.handlerName)
        view.navigationDelegate = listener
        view.load(URLRequest(url: address))
        return view
      }

      func updateUIView(_ view: WKWebView, context: Context) {
        if !script.isEmpty { view.evaluateJavaScript(script) }
      }
    }

    /// Hears what a page says, and that it failed.
    private final class PageListener: NSObject, WKScriptMessageHandler, WKNavigationDelegate {
      private let receive: @MainActor (Any) -> Void
      private let fail: @MainActor () -> Void

      init(receive: @escaping @MainActor (Any) -> Void, fail: @escaping @MainActor () -> Void) {
        self.receive = receive
        self.fail = fail
      }

      func userContentController(
        _ controller: WKUserContentController, didReceive message: WKScriptMessage
      ) { receive(message.body) }

      func webView(
        _ view: WKWebView, didFailProvisionalNavigation navigation: WKNavigation?,
        withError error: any Error
      ) { fail() }

      func webViewWebContentProcessDidTerminate(_ view: WKWebView) { fail() }
    }
  #endif
#endif

#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// A full screen of plans, opened directly, such as from the settings.
  ///
  /// It loads the store's prices when it appears, and dismisses itself after a purchase once the welcome was shown. It
  /// uses the client that ``TollgateRoot`` provides.
  ///
  /// Placements and automatic paywalls are not involved: it shows whenever the app opens it, and it does not count as
  /// showing a paywall. On the Mac, where a sheet cannot be swiped away, it has a close button while it is presented.
  public struct UpgradeView: View {
    /// The paywall with the plans; nil means the first one that sells something.
    private let paywall: Paywall.ID?

    @Environment(TollgateClient.self) private var client

    /// Creates the screen with a paywall's plans; nil means the first paywall that sells something the customer does
    /// not have.
    ///
    /// - Parameter paywall: The paywall, as the blueprint names it under `paywalls:`.
    public init(paywall: Paywall.ID? = nil) { self.paywall = paywall }

    /// The page, as far as it is loaded.
    public var body: some View {
      // With another identity SwiftUI discards the model, with its prices and its outcome.
      Upgrade(client, paywall).id(paywall)
    }
  }

  /// The screen with the model that keeps its plans and the outcome of a purchase.
  private struct Upgrade: View {
    @State private var model: UpgradeModel
    @Environment(\.dismiss) private var dismiss
    @Environment(\.isPresented) private var isPresented

    /// Creates the screen; SwiftUI keeps the first model until the paywall, its identity, changes.
    init(_ client: TollgateClient, _ paywall: Paywall.ID?) {
      _model = State(initialValue: UpgradeModel(client, paywall: paywall))
    }

    var body: some View {
      PlansPage(model: model)
        #if os(macOS)
          .overlay(alignment: .topTrailing) {
            if isPresented {
              CloseButton(label: model.closeLabel) { dismiss() }
              .disabled(!model.canClose)
            }
          }
        #endif
        .task { await model.load() }
        .onChange(of: model.isWelcoming) { wasWelcoming, _ in
          if wasWelcoming, isPresented { dismiss() }
        }
    }
  }

  extension UpgradeModel {
    /// Whether the welcome after a purchase shows; the screen dismisses itself when that ends.
    fileprivate var isWelcoming: Bool {
      if case .welcome = state { true } else { false }
    }
  }
#endif

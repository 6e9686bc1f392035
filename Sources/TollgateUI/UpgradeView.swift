#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// A full screen of plans, opened directly, such as from the settings.
  ///
  /// It loads the store's prices when it appears, and dismisses itself after a purchase once the welcome was shown. It
  /// uses the client that ``TollgateRoot`` provides.
  public struct UpgradeView: View {
    private let paywall: Paywall.ID?

    @Environment(TollgateClient.self) private var client

    /// Creates the screen with a paywall's plans; nil means the first paywall that sells something the customer does
    /// not have.
    public init(paywall: Paywall.ID? = nil) { self.paywall = paywall }

    /// The page, as far as it is loaded.
    public var body: some View {
      Upgrade(client, paywall).id(paywall)
    }
  }

  private struct Upgrade: View {
    @State private var model: UpgradeModel
    @Environment(\.dismiss) private var dismiss

    init(_ client: TollgateClient, _ paywall: Paywall.ID?) {
      _model = State(initialValue: UpgradeModel(client, paywall: paywall))
    }

    var body: some View {
      PlansPage(model: model)
        .task { await model.load() }
        .onChange(of: model.isWelcoming) { wasWelcoming, _ in
          if wasWelcoming { dismiss() }
        }
    }
  }

  extension UpgradeModel {
    fileprivate var isWelcoming: Bool {
      if case .welcome = state { true } else { false }
    }
  }
#endif

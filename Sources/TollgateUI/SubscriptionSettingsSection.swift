#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// The subscription section of an app's settings: the plan, and rows to upgrade, restore, manage and, if the app offers
  /// it, request a refund.
  ///
  /// Put it into a `Form` or a `List`. It uses the client that ``TollgateRoot`` provides.
  ///
  /// ```swift
  /// Form { SubscriptionSettingsSection() }
  /// ```
  public struct SubscriptionSettingsSection: View {
    /// The paywall with the plans; nil means the first one that sells something.
    private let paywall: Paywall.ID?
    private let offersRefunds: Bool

    @Environment(TollgateClient.self) private var client

    /// Creates the section with a paywall's plans; nil means the first paywall that sells something.
    ///
    /// The paywall is determined once, when the section appears.
    ///
    /// - Parameters:
    ///   - paywall: The paywall, as the blueprint names it under `paywalls:`.
    ///   - offersRefunds: Whether customers who pay for the plan themselves have a row to request a refund.
    public init(paywall: Paywall.ID? = nil, offersRefunds: Bool = false) {
      self.paywall = paywall
      self.offersRefunds = offersRefunds
    }

    public var body: some View {
      SubscriptionRows(client, paywall, offersRefunds)
    }
  }

  /// The section's rows with the model that keeps the outcome of a restore.
  ///
  /// It is a view of its own because the model needs the client, which a view can only read from its environment after
  /// it was created.
  private struct SubscriptionRows: View {
    @State private var model: SubscriptionSettingsModel
    @Environment(\.openURL) private var openURL

    /// Creates the rows; SwiftUI keeps the first model for as long as the section exists.
    init(_ client: TollgateClient, _ paywall: Paywall.ID?, _ offersRefunds: Bool) {
      _model = State(
        initialValue: SubscriptionSettingsModel(
          client, paywall: paywall, offersRefunds: offersRefunds))
    }

    var body: some View {
      Section {
        plan
        ForEach(model.rows) { row in
          Button {
            Task { await model.perform(row.id) }
          } label: {
            HStack(spacing: 12) {
              IconTile(icon: row.icon)
              SwiftUI.Text(verbatim: row.label)
            }
          }
          .disabled(!row.isEnabled)
          .accessibilityHint(row.accessibilityHint ?? "")
        }
      } header: {
        SwiftUI.Text(verbatim: model.title)
      } footer: {
        VStack(alignment: .leading, spacing: 6) {
          if let note = model.billingNote { SwiftUI.Text(verbatim: note) }
          if let line = model.restoreLine { SwiftUI.Text(verbatim: line) }
        }
      }
      .readingDirection(of: model.client)
    }

    /// The row with the current plan and its badge.
    ///
    /// Announcements and pages are observed here because a section applies its modifiers to each of its rows: on the
    /// section, every restore would be announced once per row.
    private var plan: some View {
      HStack(spacing: 12) {
        SwiftUI.Text(verbatim: model.planLine)
        Spacer(minLength: 8)
        if let badge = model.badge {
          Badge(text: badge.label).tint(badge.isWarning ? Color.orange : nil)
        }
      }
      .accessibilityElement(children: .ignore)
      .accessibilityLabel(model.accessibilityLabel)
      .announcing(model.restoreLine)
      .onChange(of: model.pageToOpen) { _, page in
        guard let page else { return }
        openURL(page)
        model.pageToOpen = nil
      }
    }
  }
#endif

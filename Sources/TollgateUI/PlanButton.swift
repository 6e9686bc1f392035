#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// A plan that can be selected; its price moves below its name if it does not fit beside it.
  ///
  /// Pressing it selects and never buys. VoiceOver reads the whole plan as one sentence, including whether it is
  /// selected.
  struct PlanButton: View {
    /// The plan, with its price as the store formats it.
    let offer: PaywallPage.Offer
    /// The action that selects the plan.
    let choose: @MainActor () -> Void

    var body: some View {
      Button(action: choose) {
        HStack(spacing: 12) {
          Image(systemName: offer.isSelected ? "largecircle.fill.circle" : "circle")
            .foregroundStyle(.tint)
            .accessibilityHidden(true)
          ViewThatFits(in: .horizontal) {
            HStack {
              name
              Spacer(minLength: 8)
              price(alignment: .trailing)
            }
            VStack(alignment: .leading, spacing: 4) {
              name
              price(alignment: .leading)
            }
          }
          .frame(maxWidth: .infinity, alignment: .leading)
        }
        .padding(.horizontal, 14)
        .padding(.vertical, 10)
        .frame(minHeight: 58)
        .overlay {
          RoundedRectangle(cornerRadius: 18)
            .strokeBorder(
              offer.isSelected ? AnyShapeStyle(.tint) : AnyShapeStyle(Color.primary.opacity(0.16)),
              lineWidth: offer.isSelected ? 2.5 : 1.5)
        }
        .contentShape(.rect(cornerRadius: 18))
      }
      .buttonStyle(.plain)
      .accessibilityLabel(offer.accessibilityLabel)
    }

    /// The plan's name with its badge, above its introductory offer.
    private var name: some View {
      VStack(alignment: .leading, spacing: 3) {
        HStack {
          Text(verbatim: offer.name).fontWeight(.semibold)
          if let badge = offer.badge { Badge(text: badge) }
        }
        if let line = offer.offerLine {
          Text(verbatim: line).font(.footnote).foregroundStyle(.secondary)
        }
      }
    }

    /// The price above its billing period; empty while the store's prices are unknown.
    private func price(alignment: HorizontalAlignment) -> some View {
      VStack(alignment: alignment, spacing: 1) {
        if let price = offer.price {
          Text(verbatim: price).fontWeight(.bold).monospacedDigit()
        }
        if let period = offer.period {
          Text(verbatim: period).font(.caption).foregroundStyle(.secondary)
        }
      }
    }
  }
#endif

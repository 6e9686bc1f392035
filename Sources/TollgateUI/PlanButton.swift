#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// A plan that can be selected, with its badge on the corner; its price moves below its name if it does not fit
  /// beside it.
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
        .overlay(alignment: .topTrailing) {
          if let badge = offer.badge {
            Badge(text: badge)
              .background(.background, in: .capsule)
              .padding(.trailing, 16)
              .offset(y: -10)
          }
        }
        .contentShape(.rect(cornerRadius: 18))
      }
      .buttonStyle(.plain)
      .accessibilityLabel(offer.accessibilityLabel)
    }

    /// The plan's name, above its introductory offer and what it saves.
    private var name: some View {
      VStack(alignment: .leading, spacing: 3) {
        Text(verbatim: offer.name).fontWeight(.semibold)
        if let line = offer.offerLine {
          Text(verbatim: line).font(.footnote).foregroundStyle(.secondary)
        }
        if let saving = offer.savingLine {
          Text(verbatim: saving).font(.footnote).fontWeight(.semibold).foregroundStyle(.tint)
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

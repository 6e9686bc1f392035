#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// A plan that can be selected; its price moves below its name if it does not fit beside it.
  struct PlanButton: View {
    let offer: PaywallPage.Offer
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

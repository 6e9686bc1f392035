#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import Tollgate
  import TollgateClient

  /// A plan that can be selected, with its badge on the corner; its price moves below its name if it does not fit next
  /// to it.
  ///
  /// Pressing it selects and never buys. VoiceOver reads the whole plan as one sentence, including whether it is
  /// selected.
  struct PlanButton: View {
    /// The plan, with its price as the store formats it.
    let offer: PaywallPage.Offer
    /// The action that selects the plan.
    let choose: @MainActor () -> Void

    @Environment(\.paywallLook) private var look
    @Environment(\.paywallTheme) private var theme

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
        .background(theme.map { Color($0.card) } ?? .clear, in: .rect(cornerRadius: radius))
        .overlay {
          RoundedRectangle(cornerRadius: radius)
            .strokeBorder(
              offer.isSelected ? AnyShapeStyle(.tint) : AnyShapeStyle(line),
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
        .contentShape(.rect(cornerRadius: radius))
      }
      .buttonStyle(.plain)
      .accessibilityLabel(offer.accessibilityLabel)
    }

    /// The plan's name, above its introductory offer, what a commitment costs and what it saves.
    private var name: some View {
      VStack(alignment: .leading, spacing: 3) {
        Text(verbatim: offer.name).fontWeight(.semibold)
        if let line = offer.offerLine {
          Text(verbatim: line).lettered(.footnote).foregroundStyle(.secondary)
        }
        if let total = offer.commitmentLine {
          Text(verbatim: total).lettered(.footnote).foregroundStyle(.secondary)
        }
        if let saving = offer.savingLine {
          Text(verbatim: saving).lettered(.footnote).fontWeight(.semibold).foregroundStyle(.tint)
        }
      }
    }

    private var radius: CGFloat { CGFloat(look?.cornerRadius ?? 18) }

    /// The outline of a plan that is not selected.
    private var line: Color { theme.map { Color($0.line) } ?? Color.primary.opacity(0.16) }

    /// The price above its billing period; empty while the store's prices are unknown.
    private func price(alignment: HorizontalAlignment) -> some View {
      VStack(alignment: alignment, spacing: 1) {
        if let price = offer.price {
          Text(verbatim: price).fontWeight(.bold).monospacedDigit()
        }
        if let period = offer.period {
          Text(verbatim: period).lettered(.caption).foregroundStyle(.secondary)
        }
      }
    }
  }

  /// Two or three plans as a switch: their names beside each other, and below them what the selected one costs.
  ///
  /// VoiceOver reads each plan as one sentence, including whether it is selected.
  struct PlanSwitch: View {
    let offers: [PaywallPage.Offer]
    /// The action that selects a plan.
    let choose: @MainActor (CatalogProduct.ID) -> Void

    @Environment(\.paywallLook) private var look
    @Environment(\.paywallTheme) private var theme

    var body: some View {
      VStack(spacing: 10) {
        HStack(alignment: .bottom, spacing: 4) {
          ForEach(offers) { offer in
            Button {
              choose(offer.id)
            } label: {
              name(of: offer)
            }
            .buttonStyle(.plain)
            .accessibilityLabel(offer.accessibilityLabel)
          }
        }
        .padding(4)
        .background(Color.primary.opacity(0.09), in: .rect(cornerRadius: radius))
        if let offer = offers.first(where: \.isSelected) {
          price(of: offer).accessibilityHidden(true)
        }
      }
    }

    private var radius: CGFloat { CGFloat(look?.cornerRadius ?? 18) }

    private func name(of offer: PaywallPage.Offer) -> some View {
      VStack(spacing: 3) {
        if let badge = offer.badge { Badge(text: badge) }
        Text(verbatim: offer.name).fontWeight(.semibold)
        if let period = offer.period {
          Text(verbatim: period).lettered(.caption).foregroundStyle(.secondary)
        }
      }
      .multilineTextAlignment(.center)
      .padding(.horizontal, 8)
      .padding(.vertical, 8)
      .frame(maxWidth: .infinity)
      .frame(minHeight: 44)
      .background(ground(isSelected: offer.isSelected), in: .rect(cornerRadius: radius * 0.86))
      .overlay {
        RoundedRectangle(cornerRadius: radius * 0.86)
          .strokeBorder(
            offer.isSelected ? AnyShapeStyle(.tint) : AnyShapeStyle(Color.clear), lineWidth: 2.5)
      }
      .contentShape(.rect(cornerRadius: radius))
    }

    private func ground(isSelected: Bool) -> Color {
      guard isSelected, let theme else { return .clear }
      return Color(theme.card)
    }

    private func price(of offer: PaywallPage.Offer) -> some View {
      VStack(spacing: 3) {
        if let price = offer.price {
          Text(verbatim: price).fontWeight(.bold).monospacedDigit().lettered(.title3)
        }
        ForEach([offer.offerLine, offer.commitmentLine].compactMap { $0 }, id: \.self) { line in
          Text(verbatim: line).lettered(.footnote).foregroundStyle(.secondary)
        }
        if let saving = offer.savingLine {
          Text(verbatim: saving).lettered(.footnote).fontWeight(.semibold).foregroundStyle(.tint)
        }
      }
      .multilineTextAlignment(.center)
    }
  }
#endif

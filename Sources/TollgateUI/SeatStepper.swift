#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The choice of how many people the selected plan is for, with what the seats cost together.
  struct SeatStepper: View {
    let seats: PaywallPage.Seats
    /// The action that chooses a number.
    let choose: @MainActor (Int) -> Void

    var body: some View {
      HStack(spacing: 12) {
        button("minus.circle", seats.fewerLabel, seats.fewer)
        Text(verbatim: seats.line)
          .lettered(.subheadline)
          .fontWeight(.semibold)
          .multilineTextAlignment(.center)
        button("plus.circle", seats.moreLabel, seats.more)
      }
      .accessibilityElement(children: .contain)
      .accessibilityLabel(seats.label)
    }

    private func button(_ icon: String, _ label: String, _ count: Int?) -> some View {
      Button {
        if let count { choose(count) }
      } label: {
        Image(systemName: icon).frame(minWidth: 44, minHeight: 44).contentShape(
          .rect(cornerRadius: 22))
      }
      .buttonStyle(.plain)
      .foregroundStyle(.tint)
      .disabled(count == nil)
      .accessibilityLabel(label)
    }
  }
#endif

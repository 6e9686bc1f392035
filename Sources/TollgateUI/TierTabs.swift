#if canImport(SwiftUI)
  import SwiftUI
  import Tollgate
  import TollgateClient

  /// The tabs of a page with plans of several tiers, one below another where they do not fit in a row.
  struct TierTabs: View {
    /// The tabs, lowest tier first; one of them is selected.
    let tabs: [PaywallPage.Tab]
    /// Their name, for screen readers.
    let label: String
    /// The action that selects a plan and the tab that shows it.
    let choose: @MainActor (CatalogProduct.ID) -> Void

    var body: some View {
      ViewThatFits(in: .horizontal) {
        HStack(spacing: 6) { buttons }
        VStack(spacing: 6) { buttons }
      }
      .accessibilityElement(children: .contain)
      .accessibilityLabel(label)
    }

    private var buttons: some View {
      ForEach(tabs) { tab in
        Button {
          if !tab.isSelected { choose(tab.id) }
        } label: {
          Text(verbatim: tab.title)
            .lettered(.subheadline)
            .fontWeight(.semibold)
            .padding(.horizontal, 10)
            .frame(maxWidth: .infinity)
            .frame(minHeight: 44)
            .overlay {
              RoundedRectangle(cornerRadius: 14)
                .strokeBorder(
                  tab.isSelected
                    ? AnyShapeStyle(.tint) : AnyShapeStyle(Color.primary.opacity(0.16)),
                  lineWidth: tab.isSelected ? 2.5 : 1.5)
            }
            .contentShape(.rect(cornerRadius: 14))
        }
        .buttonStyle(.plain)
        .accessibilityAddTraits(tab.isSelected ? .isSelected : [])
      }
    }
  }
#endif

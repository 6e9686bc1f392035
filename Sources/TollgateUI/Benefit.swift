#if canImport(SwiftUI)
  import SwiftUI

  /// One reason to buy: a symbol on a tile, a title and one more sentence.
  struct Benefit: View {
    /// The icon's name in the blueprint; see ``Symbol``.
    let icon: String
    /// What the customer gets.
    let title: String
    /// A sentence about it; nil shows only the title next to the tile.
    let detail: String?
    /// Whether it is a card of a grid, with the symbol above the title.
    var isCard = false

    var body: some View {
      Group {
        if isCard {
          VStack(alignment: .leading, spacing: 8) {
            IconTile(icon: icon)
            words
          }
          .padding(12)
          .surface(cornerRadius: 16)
        } else {
          HStack(alignment: .center, spacing: 14) {
            IconTile(icon: icon)
            words
          }
        }
      }
      .accessibilityElement(children: .combine)
      .remoteStop()
    }

    private var words: some View {
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: title).lettered(.callout).fontWeight(.semibold)
        if let detail {
          Text(verbatim: detail).lettered(.subheadline).foregroundStyle(.secondary)
        }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
    }
  }
#endif

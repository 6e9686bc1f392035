#if canImport(SwiftUI)
  import SwiftUI

  /// One reason to buy: a symbol on a tile, a title and one more sentence.
  struct Benefit: View {
    /// The icon's name in the blueprint; see ``Symbol``.
    let icon: String
    /// What the customer gets.
    let title: String
    /// A sentence about it; nil leaves the title alone beside the tile.
    let detail: String?

    var body: some View {
      HStack(alignment: .center, spacing: 14) {
        IconTile(icon: icon)
        VStack(alignment: .leading, spacing: 2) {
          Text(verbatim: title).font(.callout).fontWeight(.semibold)
          if let detail {
            Text(verbatim: detail).font(.subheadline).foregroundStyle(.secondary)
          }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      .accessibilityElement(children: .combine)
    }
  }
#endif

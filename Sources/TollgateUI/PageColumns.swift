#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import TollgateClient

  /// A page of a paywall, laid out in the space that it has.
  ///
  /// Of each column, the first arrangement whose bar leaves enough room for what scrolls is shown; if none does,
  /// everything scrolls. `PaywallLayout` has the arrangements.
  struct PageColumns<PartView: View>: View {
    /// The columns of a layout, each with the arrangements to choose from.
    let columns: (PaywallLayout) -> [[PaywallLayout.Column]]
    @ViewBuilder let part: (PaywallLayout.Part, PaywallLayout) -> PartView

    /// The stylesheet's rem: 16 points at the standard text size.
    @ScaledMetric(relativeTo: .body) private var rem: CGFloat = 16

    var body: some View {
      GeometryReader { space in
        let layout = PaywallLayout(
          width: Double(space.size.width), height: Double(space.size.height), rem: Double(rem))
        let columns = self.columns(layout)
        HStack(alignment: .top, spacing: 0) {
          ForEach(columns, id: \.self) { arrangements in
            ViewThatFits(in: .vertical) {
              ForEach(arrangements, id: \.self) { column in
                // With a fixed width, the ideal height is that of the wrapped texts.
                shown(column, in: layout)
                  .padding(.trailing, room(beside: arrangements, of: columns))
                  .frame(width: space.size.width / CGFloat(columns.count))
              }
            }
            .remoteSection()
          }
        }
        .frame(height: space.size.height)
      }
    }

    /// The room for the close button at the end of the second column, in points.
    private func room(
      beside arrangements: [PaywallLayout.Column], of columns: [[PaywallLayout.Column]]
    ) -> CGFloat {
      columns.count > 1 && arrangements == columns.last ? CGFloat(PaywallLayout.closeRoom) : 0
    }

    private func shown(_ column: PaywallLayout.Column, in layout: PaywallLayout) -> some View {
      let least = CGFloat(column.leastScrolled)
      return VStack(spacing: 0) {
        ScrollView {
          VStack(spacing: 24) {
            ForEach(column.scrolled, id: \.self) { part($0, layout) }
          }
          .padding(CGFloat(layout.inset))
          .frame(maxWidth: .infinity)
        }
        .frame(minHeight: least, idealHeight: least, maxHeight: .infinity)
        if !column.pinned.isEmpty {
          VStack(spacing: CGFloat(PaywallLayout.spacing)) {
            ForEach(column.pinned, id: \.self) { part($0, layout) }
          }
          .padding(CGFloat(layout.padding))
          .surface(cornerRadius: 28)
          .padding(CGFloat(PaywallLayout.margin))
        }
      }
    }
  }

  extension View {
    /// Centers a view that fits, and lets a taller one scroll.
    func scrollingIfTall() -> some View {
      GeometryReader { space in
        ScrollView { self.frame(maxWidth: .infinity, minHeight: space.size.height) }
      }
    }

    /// Keeps a remote's focus within a column until it leaves the column in its direction.
    func remoteSection() -> some View {
      #if os(tvOS)
        focusSection()
      #else
        self
      #endif
    }

    /// Lets a remote scroll to a text: tvOS scrolls only to what can have the focus.
    func remoteStop() -> some View {
      #if os(tvOS)
        focusable()
      #else
        self
      #endif
    }
  }
#endif

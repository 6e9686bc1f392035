// refused: extra argument 'child' in call
import SwiftUI

struct WrongLabel: View {
  var body: some View { Image(systemName: "star").accessibilityElement(child: .ignore) }
}

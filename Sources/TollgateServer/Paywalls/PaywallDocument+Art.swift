import Foundation
import Tollgate
import TollgateWords

extension PaywallDocument {
  /// The app's own art on top of a page.
  struct Art: Sendable {
    /// A picture, embedded in the page.
    struct Picture: Sendable {
      /// Its contents, as a `data:` URL ([RFC 2397](https://www.rfc-editor.org/rfc/rfc2397)).
      let address: String
      /// The width at which it is drawn where there is room.
      let width: String
      let height: String

      init(_ file: Paywall.Image.File) {
        address = "data:\(file.mediaType);base64,\(Data(file.bytes).base64EncodedString())"
        let (width, height) = (Double(file.width), Double(file.height))
        var scale = min(480 / width, 260 / height)
        // Pixels are not enlarged; a drawing is as sharp at any size.
        if file.mediaType != "image/svg+xml" { scale = min(scale, 1) }
        self.width = "\(max(1, Int((width * scale).rounded())))"
        self.height = "\(max(1, Int((height * scale).rounded())))"
      }
    }

    let picture: Picture
    /// The picture for a dark appearance.
    let dark: Picture?
    /// What it shows; empty if it is decorative.
    let alternative: String

    init(_ art: PaywallPage.Art) {
      picture = Picture(art.picture)
      dark = art.dark.map { Picture($0) }
      alternative = art.label ?? ""
    }
  }
}

#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import Tollgate
  import TollgateClient

  #if canImport(UIKit)
    import UIKit

    private typealias SystemImage = UIImage
  #elseif canImport(AppKit)
    import AppKit

    private typealias SystemImage = NSImage
  #endif

  extension Image {
    /// The art of a paywall; nil if the system cannot draw it.
    ///
    /// Nothing is downloaded: the picture is the app's asset with the file's name, or else the one in the blueprint.
    init?(_ art: PaywallPage.Art, isDark: Bool) {
      let picture = isDark ? art.dark ?? art.picture : art.picture
      guard
        let image = SystemImage(named: picture.name) ?? SystemImage(named: art.picture.name)
          ?? SystemImage(data: Data(picture.bytes))
      else { return nil }
      #if canImport(UIKit)
        self.init(uiImage: image)
      #elseif canImport(AppKit)
        self.init(nsImage: image)
      #endif
    }
  }
#endif

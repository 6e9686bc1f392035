// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

public import SwiftUI

open class UIImage: NSObject, @unchecked Sendable {
  public init?(named name: String) {}
  public init?(data: Data) {}
}

open class UIFont: NSObject, @unchecked Sendable {
  public init?(name: String, size: CGFloat) {}
}

// Declared by SwiftUI, which is compiled before this module here.
extension Image {
  public init(uiImage: UIImage) { self.init(systemName: "") }
}

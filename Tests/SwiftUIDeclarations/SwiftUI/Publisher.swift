// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Combine does not exist here: this is as much of it as `onReceive(_:perform:)` needs.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}

extension NotificationCenter {
  public struct Publisher: SwiftUI.Publisher {
    public typealias Output = Notification
    public typealias Failure = Never
  }

  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher()
  }
}

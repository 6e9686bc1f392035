import Testing
import Tollgate

@testable import TollgateClient

@Suite("The windows and sheets that show a paywall")
struct PaywallHostsTests {
  private let root = PaywallHost()
  private let sheet = PaywallHost()
  private let other = PaywallHost()

  /// A window with a sheet, and a second window, in which the customer is.
  private var windows: PaywallHosts {
    var hosts = PaywallHosts()
    hosts.appeared(root, over: nil)
    hosts.appeared(sheet, over: root)
    hosts.appeared(other, over: nil)
    return hosts
  }

  @Test("a paywall opens over the topmost sheet of the window that the customer uses")
  func topmost() {
    var hosts = windows
    #expect(hosts.next == other)
    _ = hosts.becameActive(sheet)
    #expect(hosts.next == sheet)
    do {
      let hasLeft = hosts.disappeared(sheet)
      #expect(!hasLeft)
    }
    #expect(hosts.next == root)
    do {
      let hasLeft = hosts.disappeared(root)
      #expect(!hasLeft)
    }
    #expect(hosts.next == other)
    do {
      let hasLeft = hosts.disappeared(other)
      #expect(!hasLeft)
    }
    #expect(hosts.next == nil)
  }

  @Test("a paywall opens in the window that asked, although another has become active")
  func windowThatAsked() {
    var hosts = windows
    _ = hosts.becameActive(root)
    let asked = hosts.activeWindow
    _ = hosts.becameActive(other)
    hosts.present(requestedIn: asked)
    #expect(hosts.showing == sheet)
    hosts.paywallAppeared(at: sheet)
    #expect(hosts.becameActive(other) == nil)
    #expect(hosts.showing == sheet)
  }

  @Test("a paywall moves only before it is visible; then it ends with its sheet, in either order")
  func removed() {
    var hosts = windows
    hosts.present(requestedIn: root)
    do {
      let hasLeft = hosts.disappeared(sheet)
      #expect(!hasLeft)
    }
    #expect(hosts.showing == root)
    hosts.paywallAppeared(at: root)
    var covered = hosts
    // A view that covers a window makes it disappear; the paywall itself is what counts.
    do {
      let hasLeft = covered.disappeared(root)
      #expect(!hasLeft)
    }
    #expect(covered.showing == root)
    do {
      let hasLeft = covered.paywallDisappeared(at: root)
      #expect(hasLeft)
    }
    do {
      let hasLeft = hosts.paywallDisappeared(at: root)
      #expect(!hasLeft)
    }
    do {
      let hasLeft = hosts.disappeared(root)
      #expect(hasLeft)
    }
  }

  @Test("without a place, the paywall waits for the first one")
  func noPlace() {
    var hosts = PaywallHosts()
    hosts.present(requestedIn: nil)
    #expect(hosts.showing == nil)
    hosts.appeared(root, over: nil)
    #expect(hosts.showing == root)
    hosts.appeared(root, over: nil)
    hosts.end()
    #expect(hosts.showing == nil)
    var once = PaywallHosts()
    once.appeared(root, over: nil)
    #expect(hosts == once)
  }

  @Test("the app is away only while all its windows are, and only the paywall's window can lose it")
  func background() {
    var hosts = windows
    hosts.present(requestedIn: root)
    hosts.paywallAppeared(at: sheet)
    _ = hosts.paywallDisappeared(at: sheet)
    do {
      let hasLeft = hosts.leftForeground(other)
      #expect(!hasLeft)
    }
    #expect(
      hosts.becameActive(other) == PaywallHosts.Return(appWasAway: false, hasLostPaywall: false))
    do {
      let hasLeft = hosts.leftForeground(root)
      #expect(!hasLeft)
    }
    do {
      let hasLeft = hosts.leftForeground(other)
      #expect(hasLeft)
    }
    var visible = hosts
    #expect(
      hosts.becameActive(sheet) == PaywallHosts.Return(appWasAway: true, hasLostPaywall: true))
    visible.paywallAppeared(at: sheet)
    #expect(
      visible.becameActive(sheet) == PaywallHosts.Return(appWasAway: true, hasLostPaywall: false))
    #expect(hosts.becameActive(sheet) == nil)
  }
}

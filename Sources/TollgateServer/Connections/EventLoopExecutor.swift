import NIOCore

/// Runs a connection's tasks on its event loop, so that a request changes threads only where it waits for the ledger.
final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

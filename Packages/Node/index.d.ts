/** What the store refuses, with a stable code such as `unknownProduct`; `notStarted` if it cannot be started. */
export class AppStoreError extends Error {
  readonly code: string;
}

/** The program that this package carries, or the one that the environment names with APPSTORE_SIMULATOR. */
export function program(): string;

/** A notification of the store and how far its delivery is. */
export interface Notification {
  sequence: number;
  /** When the store made it, in milliseconds since 1970. */
  at: number;
  account?: string;
  notificationUUID: string;
  notificationType: string;
  subtype?: string;
  delivery: "unaddressed" | "gathered" | "waiting" | "delivered" | "givenUp" | "forgotten";
}

/** What an action did: the store's clock, the notifications that it caused and, after a purchase, its result. */
export interface Outcome {
  /** The store's clock afterwards, in milliseconds since 1970. */
  now: number;
  notifications: Notification[];
  /** Undefined unless something was bought or approved, as are the following. */
  result?: "success" | "pending" | "cancelled" | "failed";
  account?: string;
  transactionId?: string;
  originalTransactionId?: string;
  /** The signed transaction, as the app on the device receives it. */
  signedTransaction?: string;
  /** The number with which a pending purchase is approved or declined. */
  pending?: number;
  failure?: string;
}

/** What the device of an account has, signed. */
export interface Device {
  signedTransactions: string[];
  signedRenewalInfos: string[];
  currentEntitlements: string[];
  unfinishedTransactions: string[];
  signedAppTransaction?: string;
  /** The receipt of the original StoreKit, in Base64. */
  appReceipt?: string;
}

/** The URL of a backend, or a function that takes the signed payload; if it throws, the store gets 500. */
export type NotificationTarget = string | ((signedPayload: string) => unknown);

export interface Options {
  bundleId?: string;
  appAppleId?: number;
  environment?: "sandbox" | "production";
  /** When the store's clock starts, in ISO 8601; by default the beginning of 2026. */
  start?: string;
  /** `real` lets the clock move by itself. */
  clock?: "manual" | "real";
  rate?: string;
  notify?: NotificationTarget;
  seed?: number;
  /** A seed for faults; see `chaos()`. */
  chaos?: number;
  port?: number;
}

export interface Purchase {
  /** A new account unless one is named. */
  account?: string;
  appAccountToken?: string;
  quantity?: number;
  offerType?: "promotional" | "code" | "winBack";
  offer?: string;
  billingPlan?: "upFront" | "monthly";
  /** How it ends: `buy`, `cancel`, `askToBuy`, `interrupted`, `paymentInvalid` … */
  outcome?: string;
}

/** Percentages of notifications that are delivered twice, never or late, and how; see `AppStore.faults()`. */
export interface Faults {
  seed?: number;
  duplicate?: number;
  drop?: number;
  delay?: number;
  /** In milliseconds of the store's clock. */
  delayUpTo?: number;
  /** How many are held back and then posted in another order. */
  reorder?: number;
  /** In milliseconds of real time. */
  slow?: number;
}

/**
 * A simulated App Store in a process of its own.
 *
 * When a method's promise is fulfilled, the backend has received every notification that was due.
 */
export class AppStore {
  /** Starts a store that sells what a `.storekit` file has. */
  static start(config: string, options?: Options): Promise<AppStore>;

  /** The address of the store: of the App Store Server API, of the control API, and of a page for a browser. */
  readonly url: string;
  /** The file with the root certificate (DER) of everything that the store signs. */
  readonly rootCertificate: string;
  readonly bundleId: string;
  readonly appAppleId: number;
  /** The key that authorizes requests to the App Store Server API, in PEM, with its identifiers. */
  readonly privateKey: string;
  readonly keyId: string;
  readonly issuerId: string;

  /** Ends the store; what it sold is gone. */
  stop(): Promise<void>;

  /** Buys a product; an upgrade is also a purchase. */
  buy(product: string, options?: Purchase): Promise<Outcome>;
  /** Approves a purchase that waits for a parent, or completes one that was interrupted. */
  approve(pending: number): Promise<Outcome>;
  decline(pending: number): Promise<Outcome>;
  /** Turns the renewal off, of one subscription group or of all. */
  cancel(account: string, group?: string): Promise<Outcome>;
  resume(account: string, group?: string): Promise<Outcome>;
  acceptPrice(account: string, group?: string): Promise<Outcome>;
  share(account: string, member: string): Promise<Outcome>;
  stopSharing(account: string, member: string): Promise<Outcome>;
  /** Asks for a refund; the backend gets CONSUMPTION_REQUEST. */
  requestRefund(transactionId: string, reason?: string): Promise<Outcome>;

  /** Renews now, without waiting for the end of the period. */
  renew(account: string, group?: string): Promise<Outcome>;
  expire(account: string, group?: string): Promise<Outcome>;
  failBilling(account: string): Promise<Outcome>;
  fixBilling(account: string): Promise<Outcome>;
  /** Refunds all, a share in thousandths of a percent, what is `unused`, or a number of seats. */
  refund(transactionId: string, options?: { share?: number | "unused"; seats?: number }): Promise<Outcome>;
  /** Decides a refund request as the backend's consumption information prefers. */
  decideRefund(transactionId: string): Promise<Outcome>;
  declineRefund(transactionId: string): Promise<Outcome>;
  reverseRefund(transactionId: string): Promise<Outcome>;
  setPrice(product: string, price: string, options?: { needsConsent?: boolean }): Promise<Outcome>;
  extend(transactionId: string, days: number): Promise<Outcome>;

  /** Moves the clock by a duration such as P1M, P3D or PT5M; everything happens that is due until then. */
  advance(by: string): Promise<Outcome>;
  /** Moves it to an instant (milliseconds since 1970, ISO 8601 or a Date), or to the `next-event`. */
  advanceTo(to: number | string | Date): Promise<Outcome>;
  /** Posts notifications from now on to the URL of a backend, or hands their signed payloads to a function. */
  notify(target: NotificationTarget | null): Promise<Outcome>;
  sendTestNotification(): Promise<Outcome>;
  /** Injects faults into the delivery of notifications; without any, they end and what was held back is posted. */
  faults(faults?: Faults): Promise<Outcome>;
  /** Refuses the next requests to the App Store Server API with Apple's error, the rate limit's by default. */
  refuse(errorCode?: number, options?: { times?: number; retryAfter?: number }): Promise<Outcome>;
  /** Misbehaves as Apple's servers can, in ways that the seed chooses; null ends it. */
  chaos(seed: number | null): Promise<Outcome>;

  notifications(): Promise<Notification[]>;
  device(account: string): Promise<Device>;
  consumption(transactionId: string): Promise<Record<string, unknown>>;
  /** Everything about the store, as its control API describes it. */
  state(): Promise<Record<string, unknown>>;
  now(): Promise<number>;
  /** Any action of the control API, by its name and fields. */
  do(action: string, fields?: Record<string, unknown>): Promise<Outcome>;
}

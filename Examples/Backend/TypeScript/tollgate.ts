// The requests that a backend makes to its Tollgate server. Nothing but `fetch`: it runs on Node 20, Deno, Bun and Workers.

export interface Settings {
  /** The address of the Tollgate server, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** The app, as its blueprint names it. */
  readonly app: string;
  /** The secret key, as `tollgate keys create` printed it. Keep it on the server. */
  readonly secretKey: string;
}

/** Why a feature is denied, and which paywall to show. */
export interface Denial {
  readonly reason: string;
  readonly paywall?: string;
}

/** The access to a feature, as `GET …/access/{feature}` answers it. */
export interface Access {
  readonly answer: "allowed" | "denied" | "unknown";
  readonly limit?: { readonly limit: number; readonly used: number; readonly scope: string };
  readonly paywall?: string;
}

export interface Customer {
  readonly id: string;
  readonly membership: { readonly phase: string };
}

/** How long a request may take, in milliseconds. */
const TIMEOUT = 10_000;

/** An answer other than 200: decide by `code`. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly isRetryable: boolean;
  readonly denial: Denial | undefined;

  constructor(status: number, body: { code?: string; detail?: string; isRetryable?: boolean; denial?: Denial }) {
    super(body.detail ?? "The Tollgate server did not answer as expected.");
    this.status = status;
    this.code = body.code ?? "internal_error";
    this.isRetryable = body.isRetryable ?? status >= 500;
    this.denial = body.denial;
  }

  /** Whether the app's token is not valid: the app gets a new one. A secret key that is not valid is your own mistake. */
  get isAboutToken(): boolean {
    return this.status === 401 && !this.code.endsWith("secret_key");
  }
}

export class Tollgate {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Who sent a request: the customer of the token that the app got from `client.authorization()`. */
  async customer(authorization: string): Promise<Customer> {
    return this.#send("GET", "customers/me", { Authorization: authorization });
  }

  /** The customer's access to a feature; checking it changes nothing. */
  async access(feature: string, customer: string): Promise<Access> {
    const path = `${this.#path(customer)}/access/${encodeURIComponent(feature)}`;
    const answer: { access: Access } = await this.#send("GET", path, this.#key);
    return answer.access;
  }

  /** Uses a feature once; a repeated key counts once. Throws a `Problem` with a denial if the blueprint denies it. */
  async use(feature: string, customer: string, key: string): Promise<void> {
    const path = `${this.#path(customer)}/features/${encodeURIComponent(feature)}/uses`;
    await this.#send("POST", path, { ...this.#key, "Idempotency-Key": key });
  }

  /** Records that a customer reached a milestone; the first report counts. */
  async reach(milestone: string, customer: string): Promise<void> {
    await this.#send("POST", `${this.#path(customer)}/milestones/${encodeURIComponent(milestone)}`, this.#key);
  }

  get #key(): Record<string, string> {
    return { Authorization: `Bearer ${this.#settings.secretKey}` };
  }

  #path(customer: string): string {
    return `customers/${encodeURIComponent(customer)}`;
  }

  async #send<Answer>(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
    const url = `${this.#settings.address}/v1/apps/${encodeURIComponent(this.#settings.app)}/${path}`;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), TIMEOUT);
    let response: Response;
    let body;
    try {
      response = await fetch(url, { method, headers, signal: deadline.signal });
      body = await response.json();
    } catch {
      throw new Problem(503, { code: "unreachable", detail: "The Tollgate server cannot be reached." });
    } finally {
      clearTimeout(timer);
    }
    if (!response.ok) throw new Problem(response.status, body);
    return body as Answer;
  }
}

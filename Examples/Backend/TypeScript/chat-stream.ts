// A coach's chat. The server enforces access itself, so no client can chat for free: not one that skips the paywall,
// and not one that never reports the end of the free discovery session.

import { Problem, type Tollgate } from "./tollgate.js";

/** How many messages the free discovery session has. */
export const DISCOVERY_MESSAGES = 3;

export type Reply = (message: string) => AsyncIterable<string>;

export class ChatStream {
  readonly #tollgate: Tollgate;
  readonly #reply: Reply;
  /** The messages of each discovery session, by customer. Keep them in your database. */
  readonly #discovery = new Map<string, Set<string>>();

  constructor(tollgate: Tollgate, reply: Reply) {
    this.#tollgate = tollgate;
    this.#reply = reply;
  }

  /** `POST /chat-stream`, with the app's `Authorization` and the message's id as `Idempotency-Key`. */
  async handle(request: Request): Promise<Response> {
    const authorization = request.headers.get("Authorization");
    const id = request.headers.get("Idempotency-Key");
    if (authorization === null) return problem(401, "missing_token");
    if (id === null) return problem(400, "missing_idempotency_key");
    const message = await request.text();
    try {
      // The token identifies the sender; the client's word is not enough.
      const customer = await this.#tollgate.customer(authorization);
      // Decides and counts in one step. A message that is sent again counts once.
      const key = await keyOf(id, message);
      await this.#tollgate.use("send-message", customer.id, key);
      if (customer.membership.phase === "onboarding") await this.#countDiscovery(customer.id, key);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.denial !== undefined) return problem(403, "denied", { paywall: error.denial.paywall });
      if (error.isAboutToken) return problem(401, error.code);
      return problem(503, "unavailable", {}, { "Retry-After": "1" });
    }
    return new Response(events(this.#reply(message)), {
      headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" },
    });
  }

  /** Ends discovery with its last message, before the reply, so that disconnecting during the reply gains nothing. */
  async #countDiscovery(customer: string, message: string): Promise<void> {
    const messages = this.#discovery.get(customer) ?? new Set();
    this.#discovery.set(customer, messages.add(message));
    if (messages.size < DISCOVERY_MESSAGES) return;
    await this.#tollgate.reach("discovery-complete", customer);
    this.#discovery.delete(customer);
  }
}

/** Identifies a message by its id and text: with the id alone, a client could send any number of messages as one use. */
async function keyOf(id: string, message: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${id}\n${message}`));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The parts of a reply as server-sent events. */
function events(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) return controller.close();
      controller.enqueue(encoder.encode(`data: ${JSON.stringify(next.value)}\n\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function problem(status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ code, ...more }), {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });
}

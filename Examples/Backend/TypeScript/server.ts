// Serves chat-stream with Node's own HTTP server.
//
//   TOLLGATE_SECRET_KEY=$(tollgate keys create --app coach-paid --name backend) node server.js

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { ChatStream } from "./chat-stream.js";
import { Tollgate } from "./tollgate.js";

/** The greatest number of bytes in a message. */
const MESSAGE_LIMIT = 16 * 1024;

const secretKey = process.env["TOLLGATE_SECRET_KEY"];
if (secretKey === undefined) throw new Error("Set TOLLGATE_SECRET_KEY to a key of `tollgate keys create`.");
const tollgate = new Tollgate({
  address: process.env["TOLLGATE_URL"] ?? "http://127.0.0.1:8080",
  app: "coach-paid",
  secretKey,
});

/** Stands in for a language model. */
async function* reply(message: string): AsyncGenerator<string> {
  for (const word of ["You", "said:", ...message.split(" ")]) yield word;
}

const chat = new ChatStream(tollgate, reply);

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.method !== "POST" || incoming.url !== "/chat-stream") {
    outgoing.writeHead(404).end();
    return;
  }
  const decoder = new TextDecoder();
  let body = "";
  for await (const chunk of incoming) {
    body += decoder.decode(chunk, { stream: true });
    if (body.length > MESSAGE_LIMIT) {
      outgoing.writeHead(413).end();
      return;
    }
  }
  const headers = new Headers();
  for (const name of ["authorization", "idempotency-key"]) {
    const value = incoming.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const url = "http://localhost/chat-stream";
  const response = await chat.handle(new Request(url, { method: "POST", headers, body }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  const reader = response.body?.getReader();
  outgoing.on("close", () => void reader?.cancel());
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) outgoing.write(part.value);
  outgoing.end();
}

const server = createServer((incoming, outgoing) => {
  serve(incoming, outgoing).catch(() => {
    if (!outgoing.headersSent) outgoing.writeHead(500);
    outgoing.end();
  });
});
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address()?.port ?? ""}`);
});

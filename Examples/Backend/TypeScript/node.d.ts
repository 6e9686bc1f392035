// The parts of Node that server.ts uses, so that the example needs no package. In your project, install @types/node.

declare module "node:http" {
  export interface IncomingMessage extends AsyncIterable<Uint8Array> {
    readonly method?: string;
    readonly url?: string;
    readonly headers: Record<string, string | string[] | undefined>;
  }
  export interface ServerResponse {
    readonly headersSent: boolean;
    writeHead(status: number, headers?: Record<string, string>): ServerResponse;
    write(chunk: Uint8Array): boolean;
    end(): void;
    on(event: "close", listener: () => void): void;
  }
  export interface Server {
    listen(port: number, host: string, listener: () => void): void;
    address(): { readonly port: number } | null;
  }
  export function createServer(listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Server;
}

declare const process: { readonly env: Record<string, string | undefined> };

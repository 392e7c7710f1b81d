import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a stub of a carrier's API received. */
export interface CarrierRequest {
  method: string;
  /** The host of the vendor that it was meant for. */
  host: string;
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  /** The fields of a form, or of a JSON body. */
  body: Record<string, unknown>;
}

/** An answer of a stub. */
export interface CarrierAnswer {
  status: number;
  body?: unknown;
}

/** A server that stands for a carrier's API on loopback. */
export interface CarrierServer extends AsyncDisposable {
  /** For `PARLEY_CARRIER_TEST_URL`. */
  url: string;
  /** Every request, as `POST /v1/Trunks`, in order. */
  asked: string[];
  /**
   * Called before a request is carried out. Returns an answer in its place, or `lost` to
   * carry it out and cut the connection without an answer.
   */
  before: (request: CarrierRequest) => Promise<CarrierAnswer | 'lost' | void>;
}

/** An account at a carrier, without a socket. */
export interface CarrierAccount {
  /** The end of the hosts that it stands for. */
  domain: string;
  answer(request: CarrierRequest): CarrierAnswer;
}

/** Starts a server that stands for the APIs of these accounts, on any free port. */
export const startCarrierServer = (...accounts: CarrierAccount[]) => openCarrierServer(0, accounts);

export async function openCarrierServer(
  port: number,
  accounts: readonly CarrierAccount[],
): Promise<CarrierServer> {
  const http = createServer((request, response) => {
    void respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const server: CarrierServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked: [],
    before: async () => {},
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(message);
    server.asked.push(`${request.method} ${request.path}`);
    const instead = await server.before(request);
    const account = accounts.find(({ domain }) => request.host.endsWith(domain));
    if (!account) throw new Error(`nothing stands for ${request.host}`);
    const { status, body } = typeof instead === 'object' ? instead : account.answer(request);
    if (instead === 'lost') return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  }
  return server;
}

async function read(message: IncomingMessage): Promise<CarrierRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams: query } = new URL(message.url!, 'http://carrier');
  const [, host = '', ...rest] = pathname.split('/');
  const type = message.headers['content-type'] ?? '';
  const form = () => Object.fromEntries(new URLSearchParams(text));
  const body = type.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : form();
  const { authorization } = message.headers;
  return { method: message.method!, host, path: `/${rest.join('/')}`, query, authorization, body };
}

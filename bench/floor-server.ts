/** The floor of a measurement: `node:http` and the same statements through the same pool. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Database } from '../src/platform/db/index.ts';
import { silentLog } from '../src/platform/kernel/index.ts';
import { CopyOut } from './copy-out.ts';
import { floorHandlers, type Handle } from './floor-handlers.ts';
import { copyPage } from './floor-statements.ts';
import { type ServerOrder, serveBench } from './server-process.ts';

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length });
  response.end(text);
}

/** Handles `GET /copy?before=…`: a page of the audit log from COPY. */
function copyHandler({ connectionString, organizationId }: ServerOrder) {
  const pool = new pg.Pool({ connectionString, max: 32, options: '-c TimeZone=UTC' });
  return async (url: URL, response: ServerResponse) => {
    const client = await pool.connect();
    try {
      await new CopyOut(copyPage(organizationId, url.searchParams.get('before')), response).run(client);
    } finally {
      client.release();
    }
  };
}

/** Returns the handler for an operation's path. */
function handlerOf(handlers: Handle[], request: IncomingMessage): Handle | undefined {
  return handlers.find(({ method, path }) => request.method === method && path.test(request.url!));
}

serveBench(async (order) => {
  const { connectionString } = order;
  const db = new Database({ connectionString, applicationName: 'floor', connectionsMax: 32, log: silentLog });
  const handlers = floorHandlers(db, order);
  const copy = copyHandler(order);
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const handler = handlerOf(handlers, request);
    if (handler) {
      const body = request.method === 'POST' ? await textOf(request) : '';
      return send(response, handler.status, await handler.answer(handler.path.exec(request.url!)!, body));
    }
    const url = new URL(request.url!, 'http://localhost');
    if (url.pathname === '/copy') return copy(url, response);
    // An answer without any work, which measures the load generator.
    return send(response, 200, '{}');
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      process.stderr.write(`${error}\n`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
});

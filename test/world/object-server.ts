import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A store with one bucket. It implements the part of the S3 protocol that recordings need. */
export interface ObjectServer extends AsyncDisposable {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** The requests in order, such as `PUT /bucket/key`. */
  requests: string[];
  /** When true, every request is answered with 503. */
  isDown: boolean;
}

/** Starts the store on loopback. It refuses requests that are not signed for `accessKeyId`. */
export async function startObjectServer(accessKeyId: string): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '', 'http://store').pathname;
    requests.push(`${request.method} ${path}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const signed = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/`;
    if (store.isDown) return response.writeHead(503).end();
    if (!request.headers.authorization?.startsWith(signed)) return response.writeHead(403).end();
    if (request.method === 'PUT') objects.set(path, Buffer.concat(chunks));
    if (request.method === 'DELETE') {
      objects.delete(path);
      return response.writeHead(204).end();
    }
    const object = objects.get(path);
    if (!object) return response.writeHead(404).end();
    if (request.method === 'PUT') return response.writeHead(200).end();
    if (request.method === 'HEAD') return response.writeHead(200, { 'content-length': object.length }).end();
    const match = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (!match) return response.writeHead(200).end(object);
    const part = object.subarray(Number(match[1]), match[2] === '' ? undefined : Number(match[2]) + 1);
    return response.writeHead(206, { 'content-length': part.length }).end(part);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store: ObjectServer = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    isDown: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return store;
}

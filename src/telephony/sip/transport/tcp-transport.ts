import { connect, createServer, type Server } from 'node:net';
import type { StreamKind } from './stream-transport.ts';

/** TCP (RFC 3261 §18). */
export const tcpKind: StreamKind = {
  name: 'tcp',
  connect: (to, ready) => connect({ host: to.address, port: to.port }, ready),
};

/** Listens for TCP connections. Rejects when the address cannot be bound. */
export async function listenTcp(host: string, port: number): Promise<Server> {
  const server = createServer({ noDelay: true });
  await listening(server, host, port);
  return server;
}

/** Binds a server. Its connections report later errors themselves. */
export async function listening(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

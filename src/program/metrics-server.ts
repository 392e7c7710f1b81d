import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Readiness } from './readiness.ts';

interface MetricsSources {
  /** Returns the metrics as Prometheus text. */
  metrics(): Promise<string>;
  readiness(): Promise<Readiness>;
}

/**
 * Serves `GET /healthz`, `/readyz` and `/metrics` to probes and to Prometheus. Returns the port. Rejects when the port is
 * in use, because the operator would otherwise read the metrics of another process.
 */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  { metrics, readiness }: MetricsSources,
): Promise<{ port: number; close(): Promise<void> }> {
  // Concurrent probes share one answer, because each answer queries the database.
  let asking: Promise<Readiness> | undefined;
  const answer = async (path: string | undefined, response: ServerResponse): Promise<void> => {
    if (path === '/healthz') return sendJson(response, 200, { status: 'ok' });
    if (path === '/readyz') {
      asking ??= readiness().finally(() => {
        asking = undefined;
      });
      const state = await asking;
      return sendJson(response, state.ready ? 200 : 503, state);
    }
    if (path !== '/metrics') return void response.writeHead(404).end();
    const text = await metrics();
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  };
  const server: Server = createServer((request, response) => {
    const path = request.method === 'GET' ? request.url?.split('?', 1)[0] : undefined;
    answer(path, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

import { expect, test } from 'vitest';
import type { NoCapacity } from '../runtime/session/index.ts';
import { startMetricsServer } from './metrics-server.ts';
import { apiReadiness, nodeReadiness } from './readiness.ts';

/** Returns a node's parts whose state a test sets. */
function node() {
  const state = { database: true, isReady: true, refusal: null as NoCapacity | null };
  const parts = {
    db: { problem: async () => (state.database ? null : 'cannot be reached') },
    hold: async () => null,
    calls: {
      hasProcess: true,
      get isReady() {
        return state.isReady;
      },
      get refusal() {
        return state.refusal;
      },
    },
  };
  return { state, parts };
}

test('serves health, readiness and metrics to probes', async () => {
  const { state, parts } = node();
  const server = await startMetricsServer(
    { host: '127.0.0.1', port: 0 },
    { metrics: async () => 'parley_x 1\n', readiness: () => nodeReadiness(parts) },
  );
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    return { status: response.status, text: await response.text() };
  };
  try {
    expect(await get('/metrics')).toEqual({ status: 200, text: 'parley_x 1\n' });
    expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
    const ready = await get('/readyz?verbose');
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.text)).toEqual({
      ready: true,
      checks: { database: true, calls: true, capacity: true },
      refusal: null,
    });
    state.refusal = 'draining';
    const draining = await get('/readyz');
    expect(draining.status).toBe(503);
    expect(JSON.parse(draining.text)).toMatchObject({ ready: false, refusal: 'draining' });
    // A process that drains is alive: a probe must not have it killed.
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/api/calls')).status).toBe(404);
    expect((await get('/constructor')).status).toBe(404);
    expect((await get('/metrics', 'POST')).status).toBe(404);
  } finally {
    await server.close();
  }
});

test.each(['process-full', 'overloaded', 'draining'] as const)(
  'a node that refuses calls (%s) is not ready, and its API is',
  async (refusal) => {
    const { state, parts } = node();
    state.refusal = refusal;
    expect(await nodeReadiness(parts)).toMatchObject({
      ready: false,
      refusal,
      checks: { database: true, capacity: false },
    });
    expect((await apiReadiness(parts)).ready).toBe(true);
  },
);

test('neither is ready without its database or its calls process', async () => {
  const { state, parts } = node();
  state.database = false;
  expect(await nodeReadiness(parts)).toMatchObject({
    ready: false,
    checks: { database: false },
    warnings: ['database: cannot be reached'],
  });
  expect(await apiReadiness(parts)).toMatchObject({ ready: false, checks: { database: false } });
  Object.assign(state, { database: true, isReady: false });
  expect(await nodeReadiness(parts)).toMatchObject({ ready: false, checks: { calls: false } });
});

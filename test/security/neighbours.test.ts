import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { OwnRequestThread } from '../../src/program/request-thread.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { RawClient, requestText } from './raw-client.ts';

/** A world whose expensive requests are answered by a thread, and one in which the main thread does everything. */
let world: ApiWorld;
let plain: ApiWorld;
let thread: OwnRequestThread;
let port: number;
let connectionString: string;

const threadOf = (given: { connectionString: string; secret: string }, timeouts = {}) =>
  new OwnRequestThread(
    { ...given, secretFile: null, egressAllow: [], recordingsDir: '/nonexistent', logLevel: 'silent' },
    silentLog,
    timeouts,
  );

/** A thread loads all operations, which takes a busy machine a while. */
const startsThread = { timeout: 60_000 };

beforeAll(async () => {
  // The metrics tell of the server that was made last.
  plain = await createApiWorld();
  world = await createApiWorld({
    requestThread: (given) => {
      connectionString = given.connectionString;
      thread = threadOf(given);
      return thread;
    },
  });
  port = await world.http.listen('127.0.0.1', 0);
});
afterAll(async () => {
  await world.close();
  await plain.close();
});

const padding = ' '.repeat(20_000);
const prompt = 'p'.repeat(20_000);

test('a small body is answered on the main thread, and no thread is started for it', async () => {
  const { status } = await world.request('POST', '/api/agents', { body: { name: 'A', prompt: 'p' } });
  expect([status, thread.isRunning]).toEqual([201, false]);
});

test('the largest push is answered on the main thread', async () => {
  const body = { phoneNumber: '+12025550123', data: { text: 'x'.repeat(65_500) } };
  const { status } = await world.request('POST', '/api/call-personalization-webhook', { body });
  expect([status, thread.isRunning]).toEqual([200, false]);
});

test.each([
  ['no JSON', `{"name":${padding}`],
  [
    'bytes that are not UTF-8',
    Buffer.concat([Buffer.from(`{"name":"${padding}`), Buffer.from([0xff, 0x22, 0x7d])]),
  ],
  ['deep nesting', `${'['.repeat(20_000)}`],
  ['unknown and wrong fields', JSON.stringify({ nome: 'A', prompt: 7, tools: Array(8000).fill({}) })],
  ['a lone surrogate', `{"name":"\\ud800","prompt":"${prompt}"}`],
  ['a number that is too large', `{"name":"A","prompt":"${prompt}","limits":{"silenceSeconds":1e999}}`],
  [
    'a configuration that contradicts itself',
    JSON.stringify({ name: 'A', prompt, tools: [{ type: 'transfer' }] }),
  ],
])(
  'a large body with %s gets the very same error as on the main thread',
  startsThread,
  async (_what, body) => {
    const answers = await Promise.all(
      [world, plain].map((it) => it.request('POST', '/api/agents', { body })),
    );
    const [there, here] = answers.map(({ status, headers, body }) => ({
      ...{ status, type: headers['content-type'], ...body, requestId: null },
    }));
    expect(there).toEqual(here);
    expect(there!.status).toBe(400);
    expect(answers[0]!.body.requestId).toBe(answers[0]!.headers['x-request-id']);
    expect(thread.isRunning).toBe(true);
  },
);

test('a large body with another content type is 415, and one without a scope is 403', async () => {
  const large = { name: 'A', prompt };
  const headers = { 'content-type': 'text/plain' };
  const wrong = await world.request('POST', '/api/agents', { body: JSON.stringify(large), headers });
  expect([wrong.status, wrong.body.code]).toEqual([415, 'content_type.unsupported']);
  const { key } = (
    await world.request('POST', '/api/api-keys', { body: { name: 'r', scopes: ['agents:read'] } })
  ).body;
  const refused = await world.request('POST', '/api/agents', { body: large, key });
  expect([refused.status, refused.body.code]).toEqual([403, 'scope.missing']);
});

test('what a large body asks for is done, audited and replayed as that of a small one is', async () => {
  const body = { name: 'Large', prompt: `${prompt} {{first}}` };
  const headers = { 'idempotency-key': 'large-1' };
  const first = await world.request('POST', '/api/agents', { body, headers });
  expect([first.status, first.body.requiredVariables]).toEqual([201, ['first']]);
  const again = await world.request('POST', '/api/agents', { body, headers });
  expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
  const other = await world.request('POST', '/api/agents', { body: { ...body, name: 'Other' }, headers });
  expect(other.status).toBe(409);
  expect((await world.request('GET', `/api/agents/${first.body.agentId}`)).body).toEqual(first.body);
  const { auditLogs } = (await world.request('GET', '/api/export/audit-logs?pageSize=1000')).body;
  const entry = auditLogs.find((it: Record<string, string>) => it.resourceReferenceId === first.body.agentId);
  expect(entry).toMatchObject({ actionVerb: 'created', requestId: first.headers['x-request-id'] });
});

test('a large page is read by the thread, with the URL of the next one as the client asked for it', async () => {
  const [there, here] = await Promise.all(
    [world, plain].map((it) =>
      it.request('GET', '/api/agents?pageSize=1001', { headers: { host: 'api.example' } }),
    ),
  );
  expect([there!.status, there!.body.error]).toEqual([400, here!.body.error]);
  const page = await world.request('GET', '/api/agents?pageSize=1000');
  expect(page.body.agents).toHaveLength(2);
  expect(await world.request('GET', '/api/audit-logs?pageSize=500')).toMatchObject({ status: 200 });
});

test('without a credential a large body is not even read', async () => {
  const client = new RawClient(port);
  const headers = { 'content-type': 'application/json', 'content-length': '1000000' };
  client.write(requestText('POST', '/api/agents', headers, ''));
  // Not a byte of the body was sent.
  expect((await client.answer()).status).toBe(401);
  client.destroy();
});

/** A request with a large body of which only the head is sent, so that it holds a place. */
function begun(key: string): RawClient {
  const client = new RawClient(port);
  const headers = {
    ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    'content-length': '20000',
  };
  client.write(requestText('POST', '/api/agents', headers, ''));
  return client;
}

test('requests with large bodies wait for others of their organization, and for no others', async () => {
  const holding = Array.from({ length: 4 }, () => begun(world.owner.key));
  const { key } = await world.foundOrganization('Neighbour');
  await expect.poll(() => shared()).toEqual({ underWay: 4, waiting: 0 });
  const body = { name: 'A', prompt };
  let isAnswered = false;
  const fifth = world.request('POST', '/api/agents', { body }).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await expect.poll(() => shared()).toEqual({ underWay: 4, waiting: 1 });
  expect((await world.request('POST', '/api/agents', { body, key })).status).toBe(201);
  // What costs little is answered whatever else there is.
  expect((await world.request('GET', '/api/agents')).status).toBe(200);
  expect(isAnswered).toBe(false);
  // A client that goes away gives its place back.
  holding[0]!.destroy();
  expect((await fifth).status).toBe(201);
  holding[1]!.write(' '.repeat(20_000));
  expect((await holding[1]!.answer()).status).toBe(400);
  for (const client of holding) client.destroy();
  await expect.poll(() => shared()).toEqual({ underWay: 0, waiting: 0 });
});

async function shared(kind = 'expensive') {
  const { metrics } = await import('../../src/platform/kernel/index.ts');
  const found = await metrics.getSingleMetric('parley_http_shared_requests')!.get();
  const of = (state: string) =>
    found.values.find(({ labels }) => labels.kind === kind && labels.state === state)?.value;
  return { underWay: of('under way'), waiting: of('waiting') };
}

test('an organization that has all its requests under way leaves the others theirs', async () => {
  const { key } = await world.foundOrganization('Small');
  const [one] = (await world.request('GET', '/api/agents')).body.agents;
  let answered = 0;
  await whileLocked(async () => {
    const waiting = Array.from({ length: 20 }, () =>
      world.request('GET', `/api/agents/${one.agentId}`).then(() => answered++),
    );
    await expect.poll(() => shared('request')).toEqual({ underWay: 8, waiting: 12 });
    // Its own wait too, whatever they need; the other organization's do not.
    expect((await world.request('GET', '/api/schedules', { key })).status).toBe(200);
    expect(answered).toBe(0);
    void Promise.all(waiting);
  });
  await expect.poll(() => answered).toBe(20);
});

test('a request whose client has gone leaves the queue of its organization and is not carried out', async () => {
  const { body: one } = await world.request('POST', '/api/agents', { body: { name: 'A', prompt: 'p' } });
  const { changed } = await whileLocked(async () => {
    const carriedOut = Array.from({ length: 8 }, () => world.request('GET', `/api/agents/${one.agentId}`));
    await expect.poll(() => shared('request')).toEqual({ underWay: 8, waiting: 0 });
    const client = new RawClient(port);
    const headers = { authorization: `Bearer ${world.owner.key}` };
    const body = JSON.stringify({ name: 'Renamed by a client that left' });
    client.write(requestText('PATCH', `/api/agents/${one.agentId}`, headers, body));
    await expect.poll(() => shared('request')).toEqual({ underWay: 8, waiting: 1 });
    client.destroy();
    await expect.poll(() => shared('request')).toEqual({ underWay: 8, waiting: 0 });
    return { changed: Promise.all(carriedOut) };
  });
  await changed;
  expect((await world.request('GET', `/api/agents/${one.agentId}`)).body.name).toBe(one.name);
});

test('an organization with 1,024 requests in its queue gets a 429, and another organization is served', async () => {
  const { key } = await world.foundOrganization('Not crowded');
  const { body: one } = await world.request('POST', '/api/agents', { body: { name: 'A', prompt: 'p' } });
  const get = () => world.request('GET', `/api/agents/${one.agentId}`);
  const { answers } = await whileLocked(async () => {
    const answers = Array.from({ length: 8 + 1024 }, get);
    await expect.poll(() => shared('request'), { timeout: 10_000 }).toEqual({ underWay: 8, waiting: 1024 });
    const refused = await get();
    expect([refused.status, refused.body.code]).toEqual([429, 'organization.busy']);
    expect(refused.headers['retry-after']).toBe('5');
    expect((await world.request('GET', '/api/schedules', { key })).status).toBe(200);
    return { answers: Promise.all(answers) };
  });
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a list of large items is answered by the thread, the first time too', startsThread, async () => {
  let own!: OwnRequestThread;
  const other = await createApiWorld({
    requestThread: (given) => {
      own = threadOf(given);
      return own;
    },
  });
  for (let i = 0; i < 12; i++) {
    const body = { name: 'A', prompt: 'p', firstMessage: `${i}` };
    await other.request('POST', '/api/agents', { body });
  }
  await other.db.query(lengthenPrompts);
  const few = await other.request('GET', '/api/agents?pageSize=2');
  expect([few.body.agents.length, own.isRunning]).toEqual([2, false]);
  const all = await other.request('GET', '/api/agents');
  expect([all.text.length > 1_048_576, own.isRunning]).toEqual([true, true]);
  expect(all.body.agents.slice(0, 2)).toEqual(few.body.agents);
  expect((await other.request('GET', '/api/agents')).text).toBe(all.text);
  await other.close();
});

const lengthenPrompts = statement(
  'test.lengthen_prompts',
  `update agent_versions set configuration = jsonb_set(configuration::jsonb, '{prompt}', to_jsonb(repeat('p', 99000)))::json`,
);

const lock = statement('test.lock_agents', 'lock table agents in access exclusive mode');

/** Carries `work` out while nothing can be read of agents or written to them. */
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const db = new Database({
    connectionString,
    applicationName: 'test lock',
    connectionsMax: 1,
    log: silentLog,
  });
  try {
    return await db.transaction(async (tx) => {
      await tx.query(lock);
      return await work();
    });
  } finally {
    await db.close();
  }
}

test(
  'what the thread was answering when it ended is 504 where it may have been done, else 503',
  startsThread,
  async () => {
    const other = await createApiWorld({
      requestThread: (given) => {
        connectionString = given.connectionString;
        // Its event loop is taken to stand still before it can tell otherwise.
        return threadOf(given, { stalledMs: 20, checkEveryMs: 10 });
      },
    });
    await whileLocked(async () => {
      const written = other.request('POST', '/api/agents', { body: { name: 'A', prompt } });
      const read = other.request('GET', '/api/agents?pageSize=1000');
      expect(await written).toMatchObject({ status: 504, body: { code: 'request.outcome_unknown' } });
      expect(await read).toMatchObject({ status: 503, body: { code: 'request.lost' } });
      expect((await read).headers['retry-after']).toBe('1');
    });
    await other.close();
  },
);

test(
  'the thread goes away when nothing is asked of it, and the next request gets another',
  startsThread,
  async () => {
    let own!: OwnRequestThread;
    const other = await createApiWorld({
      requestThread: (given) => {
        own = threadOf(given, { idleStopMs: 1 });
        return own;
      },
    });
    for (let i = 0; i < 2; i++) {
      expect((await other.request('GET', '/api/agents?pageSize=1000')).status).toBe(200);
      await expect.poll(() => own.isRunning, { timeout: 30_000 }).toBe(false);
    }
    await other.close();
  },
);

test(
  'a thread that cannot reach the database says so, and the next request gets another',
  startsThread,
  async () => {
    let own!: OwnRequestThread;
    const other = await createApiWorld({
      requestThread: (given) => {
        own = threadOf({ ...given, connectionString: 'postgres://nobody@127.0.0.1:1/none' });
        return own;
      },
    });
    for (let i = 0; i < 2; i++) {
      const { status, body } = await other.request('POST', '/api/agents', { body: { name: 'A', prompt } });
      expect([status, body.code]).toEqual([503, 'database.unavailable']);
      await expect.poll(() => own.isRunning, { timeout: 30_000 }).toBe(false);
    }
    await other.close();
  },
);

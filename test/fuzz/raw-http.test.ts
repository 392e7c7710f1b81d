import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RawClient } from '../security/raw-client.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';

/** Rounds of `together` connections at a time; more by the environment. */
import { propertySeed } from '../world/property-seed.ts';

const runs = Number(process.env.PARLEY_FUZZ_RUNS ?? 15);
const together = 40;
const hangMs = 10_000;

let world: ApiWorld;
let port: number;
let authorization: string;

beforeAll(async () => {
  world = await createApiWorld({
    timeouts: { headersMs: 200, requestMs: 300, stalledMs: 500, idleMs: 200, checkEveryMs: 30 },
  });
  port = await world.http.listen('127.0.0.1', 0);
  authorization = `authorization: Bearer ${world.owner.key}`;
});
afterAll(() => world.close());

const body = '{"name":"Raw","prompt":"p"}';

const requestLines = [
  'POST /api/agents HTTP/1.1',
  'GET /api/agents HTTP/1.1',
  'GET http://evil.example/api/agents HTTP/1.1',
  'HEAD /api/agents HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  'TRACE /api/agents HTTP/1.1',
  'get /api/agents HTTP/1.1',
  'POST /api/agents HTTP/1.0',
  'POST /api/agents HTTP/2.0',
  'GET /api/agents',
  'POST /api/agents/%00/calls HTTP/1.1',
  'GET /api/../../etc/passwd HTTP/1.1',
  'GET //evil.example/api/agents HTTP/1.1',
  'GET /api/agents?a=%FF%00&pageSize=1&pageSize=2 HTTP/1.1',
  'GET /api/agents#x HTTP/1.1',
  'PRI * HTTP/2.0',
  '\u0000\u0001\u0002',
  '',
];

const lengths = String(body.length);
const headerLines = [
  'host: api.test',
  'host: a\r\nhost: b',
  `content-length: ${lengths}`,
  `content-length: ${lengths}\r\ncontent-length: 3`,
  'content-length: -1',
  'content-length: 1e3',
  'content-length: 99999999999999999999',
  'content-length: 0',
  'content-length: 3',
  'content-length: 300',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked, identity',
  'transfer-encoding: xchunked',
  'transfer-encoding : chunked',
  'content-type: application/json',
  'content-type: text/plain',
  'content-encoding: gzip',
  'expect: 100-continue',
  'expect: 200-ok',
  'connection: upgrade\r\nupgrade: websocket',
  'connection: upgrade, HTTP2-Settings\r\nupgrade: h2c',
  'x: a\r\n folded',
  'x: \u0000',
  'no colon',
  `x: ${'y'.repeat(20_000)}`,
  'idempotency-key: a\r\nidempotency-key: b',
];

const bodies = [
  '',
  body,
  body.slice(0, 10),
  `${lengths}\r\n${body}\r\n0\r\n\r\n`,
  `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  `${body.length.toString(16)};ext="\r\n${body}\r\n0\r\nx-trailer: a\r\n\r\n`,
  'ffffffffffffffff\r\n',
  '-1\r\n',
  `0\r\n\r\nGET /api/agents HTTP/1.1\r\nhost: smuggled\r\n\r\n`,
];

interface RawRequest {
  line: string;
  headers: string[];
  body: string;
  newline: string;
}

const well = (body: string) => [
  'host: api.test',
  'content-type: application/json',
  `content-length: ${body.length}`,
];

/** A request as it should be, or one with a wrong line, headers or body, or one that is wrong all over. */
const requests: fc.Arbitrary<RawRequest> = fc.oneof(
  fc.constantFrom<RawRequest>(
    { line: requestLines[0]!, headers: well(body), body, newline: '\r\n' },
    { line: requestLines[1]!, headers: ['host: api.test'], body: '', newline: '\r\n' },
  ),
  fc.record({
    line: fc.constantFrom(...requestLines),
    headers: fc.constant(well(body)),
    body: fc.constant(body),
    newline: fc.constantFrom('\r\n', '\n'),
  }),
  fc.record({
    line: fc.constantFrom(...requestLines.slice(0, 2)),
    headers: fc.constantFrom(...headerLines).map((line) => [...well(body), line]),
    body: fc.constantFrom(...bodies),
    newline: fc.constant('\r\n'),
  }),
  fc.record({
    line: fc.constantFrom(...requestLines),
    headers: fc.array(fc.constantFrom(...headerLines), { maxLength: 5 }),
    body: fc.constantFrom(...bodies),
    newline: fc.constantFrom('\r\n', '\r\n', '\n'),
  }),
);
const connections = fc.record({
  sent: fc.array(requests, { minLength: 1, maxLength: 3 }),
  authorized: fc.boolean(),
});

/** Everything that a connection is answered; it ends by itself, because the last request asks for it. */
async function converse(sent: RawRequest[], authorized: boolean): Promise<string> {
  const client = new RawClient(port);
  const last = {
    line: 'GET /healthz HTTP/1.1',
    headers: ['host: a', 'connection: close'],
    body: '',
    newline: '\r\n',
  };
  for (const { line, headers, body, newline } of [...sent, last]) {
    const lines = [line, ...headers, ...(authorized ? [authorization] : [])];
    client.write(`${lines.join('\r\n').replaceAll('\r\n', newline)}${newline}${newline}${body}`);
  }
  let hangs = false;
  const hang = setTimeout(() => {
    hangs = true;
    client.destroy();
  }, hangMs);
  await client.closed;
  clearTimeout(hang);
  if (hangs) throw new Error(`a connection without end: ${JSON.stringify(sent)}`);
  return client.received;
}

/** The answers that a connection gave, told apart by their status lines. */
function answersIn(received: string): { status: number; head: string; rest: string }[] {
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((text) => text !== '')
    .map((text) => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      return { status: Number(head.split(' ')[1]), head, rest: rest.join('\r\n\r\n') };
    });
}

test('whatever bytes come, each connection ends, and every answer is one of ours', {
  timeout: 600_000,
}, async () => {
  console.info(`fuzzing with PARLEY_TEST_SEED=${propertySeed} and ${runs * together} connections`);
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(
    fc.array(connections, { minLength: together, maxLength: together }),
    async (all) => {
      const received = await Promise.all(all.map(({ sent, authorized }) => converse(sent, authorized)));
      for (const { status, head, rest } of received.flatMap(answersIn)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 100) continue;
        // 501 is the answer to CONNECT.
        if (status !== 501) expect(status).toBeLessThan(500);
        const requestId = /^x-request-id: (req_[0-9a-z]{26})$/im.exec(head)?.[1];
        expect([head, requestId]).toEqual([head, expect.any(String)]);
        if (status >= 400 && rest !== '') expect(JSON.parse(rest)).toMatchObject({ requestId });
      }
    },
  );
  await fc.assert(property, { seed: propertySeed, numRuns: runs });
  console.info(
    [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', '),
  );
  expect(statuses.get(201)).toBeGreaterThan(0);
  expect((await world.request('GET', '/healthz')).status).toBe(200);
});

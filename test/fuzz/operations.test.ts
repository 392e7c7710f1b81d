import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundedOrganization } from '../../src/domains/keys/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import { openApiDocument, type Route } from '../../src/platform/http/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { propertySeed } from '../world/property-seed.ts';
import { IdPool } from './id-pool.ts';
import { toText } from './raw-json.ts';
import {
  AnyFile,
  CsvText,
  namesKind,
  operationsOf,
  type PlannedRequest,
  requestsTo,
  WavFile,
} from './requests.ts';
import type { Components } from './schema-arbitrary.ts';
import { Stock } from './stock.ts';
import { type FuzzAnswer, problemOf } from './verdict.ts';

/** Requests to each operation; more by the environment. */
const runs = Number(process.env.PARLEY_FUZZ_RUNS ?? 60);
/** After so many requests to an operation that uses objects up, or took none yet, there are fresh objects again. */
const restockEvery = 50;
/** How often an operation that took nothing yet is tried again with as many other requests. */
const roundsMax = 15;
const hangMs = 10_000;

const liftRateLimit = statement(
  'test.fuzz_lift_rate_limit',
  'update organizations set requests_per_second = 100000, updated_at = clock_timestamp()',
);

let world: ApiWorld;
let recordingsDir: string;
let pool: IdPool;
let stock: Stock;
/** Whose own settings are fuzzed, so that the others keep theirs. */
let changed: FoundedOrganization;

beforeAll(async () => {
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-fuzz-'));
  world = await createApiWorld({ recordingsDir });
  changed = await world.foundOrganization('Changed');
  stock = new Stock(world, world.owner, recordingsDir);
  await stock.open();
  pool = new IdPool([world.owner.memberId, world.owner.apiKeyId, ...Object.values(stock.base)]);
  await world.db.query(liftRateLimit);
  world.access.changed();
});
afterAll(async () => {
  await world.close();
  await rm(recordingsDir, { recursive: true });
});

function destruction({ method, path }: Route): number {
  if (method === 'DELETE') return 2;
  return /\/(?:end|cancel|disable)$/.test(path) ? 1 : 0;
}

/** Whether fresh objects are made before the next request. A stock takes dozens of requests. */
function needsFresh(route: Route, sent: number, tookNone: boolean): boolean {
  // What only reads uses nothing up: it needs fresh objects where it found none that it could read.
  if (route.method === 'GET') return sent > 0 && sent % runs === 0;
  if (sent === 0) return true;
  return sent % restockEvery === 0 && (tookNone || destruction(route) > 0);
}

/** Adds fresh objects of the kinds that an operation names: what it does not name it cannot use up. */
async function restock(isNamed: (kind: string) => boolean): Promise<void> {
  for (const [kind, id] of Object.entries(await stock.fresh(isNamed))) pool.add(kind, id);
}

async function send(
  route: Route,
  planned: PlannedRequest,
  key: string,
  choose: () => number,
): Promise<FuzzAnswer> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => planned.params[name]!);
  const query = new URLSearchParams(planned.query).toString();
  const { body, headers } = planned;
  const text = body instanceof CsvText ? body.text : isFile(body) ? body.bytes : textOf(body);
  const payload = typeof text === 'string' ? pool.fill(text, choose) : text;
  const answer = world.http.app.inject({
    method: route.method,
    url: pool.fill(`${path}${query === '' ? '' : `?${query}`}`, choose),
    headers: {
      authorization: `Bearer ${key}`,
      ...(payload === undefined ? {} : { 'content-type': contentTypeOf(body) }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const { statusCode, headers: answered, body: answerText } = await orHang(answer);
  return { status: statusCode, headers: answered, text: answerText };
}

function isJson({ headers }: FuzzAnswer): boolean {
  return String(headers['content-type']).startsWith('application/json');
}

function textOf(body: unknown): string | Buffer | undefined {
  return Buffer.isBuffer(body) ? body : toText(body);
}

function isFile(body: unknown): body is WavFile | AnyFile {
  return body instanceof WavFile || body instanceof AnyFile;
}

function contentTypeOf(body: unknown): string {
  if (body instanceof WavFile) return 'audio/wav';
  if (body instanceof AnyFile) return 'application/octet-stream';
  return body instanceof CsvText ? 'text/csv' : 'application/json';
}

async function orHang<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${hangMs} ms`)), hangMs);
  });
  return Promise.race([answer, hang]).finally(() => clearTimeout(timer));
}

test('every operation keeps its promises whatever is sent to it', { timeout: 3_600_000 }, async () => {
  console.info(`fuzzing with PARLEY_TEST_SEED=${propertySeed} and ${runs} requests to each operation`);
  const document = openApiDocument(world.routes, {});
  const operations = operationsOf(document);
  const components = document.components.schemas as Components;
  const statuses = new Map<number, number>();
  // Nothing is dialed here, so that no call is live or has a transcript, no workflow is executed, so that no run has failed, and imports are
  // over at once.
  const ofWhatRuns = [
    ...['pauseCallRecording', 'resumeCallRecording', 'analyzeCall', 'retryWorkflowRun', 'commandCall'],
    ...['cancelImportOfCampaignCalls', 'cancelImportOfSuppressions'],
    // A vendor would have to answer, and the fields of a key depend on its provider.
    ...['tryProvider', 'createProviderKey', 'chooseKnowledgeEmbedding'],
    // Its tool needs an address that texts made by chance never are.
    'tryAgentTool',
    ...['createCarrierConnection', 'listCarrierNumbers', 'resumeCarrierConnection'],
    ...['replaceCarrierConnectionKey', 'abandonCarrierConnection'],
    // It compares different campaigns, and the stock has one. No rule has raised an alert. No mail server is set.
    ...['compareCampaigns', 'getAlert', 'mailInvitation'],
    // No call waits for a team.
    ...['acceptTeamCall', 'declineTeamCall'],
  ];
  // A drill plays calls in real time.
  const routes = world.routes.filter(({ operationId }) => operationId !== 'drillAgent');
  const all = routes.map(({ operationId }) => operationId);
  const unsuccessful = new Set(all.filter((operationId) => !ofWhatRuns.includes(operationId)));
  await restock(() => true);
  // What deletes goes last, and what ends something before it: there has to be something for the others.
  for (const route of routes.toSorted((a, b) => destruction(a) - destruction(b))) {
    const operation = operations.get(route.operationId)!;
    const isNamed = namesKind(operation, components);
    const owns = route.operationId === 'updateOrganization';
    const key = owns ? changed.key : world.owner.key;
    let sent = 0;
    const property = fc.asyncProperty(
      requestsTo(operation, components),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (planned, choice) => {
        if (needsFresh(route, sent, unsuccessful.has(route.operationId))) await restock(isNamed);
        sent += 1;
        const answer = await send(route, planned, key, () => choice);
        const problem = problemOf(route, operation, answer);
        if (problem !== null)
          throw new Error(`${problem}\n${route.operationId}: ${answer.text.slice(0, 1000)}`);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status < 300) {
          unsuccessful.delete(route.operationId);
          if (route.method === 'POST' && isJson(answer)) pool.learn(JSON.parse(answer.text));
          if (owns) await world.db.query(liftRateLimit);
          if (owns) world.access.changed();
        }
      },
    );
    // Seeds differ in how soon something is taken; what is not taken by then is not for want of trying.
    for (
      let round = 0;
      round === 0 || (unsuccessful.has(route.operationId) && round < roundsMax);
      round += 1
    ) {
      await fc.assert(property, { seed: propertySeed + round, numRuns: runs });
    }
  }
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  console.info(`${total} requests: ${counts.join(', ')}`);
  // Fuzzing that is always refused at the door would test nothing.
  const successful = [200, 201, 202, 204].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
  expect(successful / total).toBeGreaterThan(0.15);
  expect({ neverSuccessful: [...unsuccessful] }).toEqual({ neverSuccessful: [] });
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('polluted' in {}).toBe(false);
});

/**
 * The thread that answers expensive requests. It has all operations and its own database connections, but no server.
 */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { apiRoutes, importWorker } from '../api-routes.ts';
import { LiveCalls } from '../domains/calls/index.ts';
import { ChatFeed } from '../domains/chats/index.ts';
import { EventHub } from '../domains/events/index.ts';
import { PresenceFeed } from '../domains/teams/presence-feed.ts';
import { AccessState, KeyWatcher, SecretKey } from '../platform/access/index.ts';
import { boundResults, Database, LargeResultError, Listener, Notifier } from '../platform/db/index.ts';
import type { Route } from '../platform/http/index.ts';
import {
  type Answer,
  answerRequest,
  failureAnswer,
  failureText,
  type RequestOrder,
  type RequestResult,
  type ServedRequest,
  WorkShare,
} from '../platform/http/server/index.ts';
import { createLog, invalid } from '../platform/kernel/index.ts';
import type { RequestThreadData } from './request-thread-options.ts';
import { readSecretFile } from './storage.ts';

/** Shared by the requests in progress. */
const connectionsMax = 2;
const beatEveryMs = 250;
/** Gives calls and cheap requests priority. */
const niceness = 5;

/** A larger page would not fit into the thread's memory beside other requests. */
const resultCharactersMax = 64_000_000;
const tooLarge = 'asks for a page of more than 64 MB: ask for fewer items';

const { connectionString, secret, secretFile, beats, ...settings } = workerData as RequestThreadData;
const log = createLog(settings.logLevel);
const port = parentPort!;

const unlimited = new WorkShare({ perOrganization: Number.POSITIVE_INFINITY });

const connection = { connectionString, applicationName: 'parley requests', log };
const db = new Database({ ...connection, connectionsMax });
const listener = new Listener({ ...connection, applicationName: 'parley requests listener' });
const secretKey = new SecretKey(secretFile === null ? secret : await readSecretFile(secretFile));
const readSecret = secretFile === null ? null : () => readSecretFile(secretFile);
const keys = new KeyWatcher({ db, listener, secret: secretKey, readSecret, log });
// When the database cannot be reached, requests fail with that error, and the next request starts a new thread.
const started = keys.start().then(() => listener.start());
started.catch(() => undefined);
const routes = new Map(allRoutes().map((route) => [route.operationId, route]));

const counts = new Int32Array(beats);
setInterval(() => Atomics.add(counts, 0, 1), beatEveryMs).unref();
lowerPriority();

port.on('message', (message: RequestOrder | 'close') => {
  if (message === 'close') void close();
  else void carryOut(message);
});

/** Returns all operations. Expensive ones keep no state in memory that the main thread would need. */
function allRoutes(): Route[] {
  const notifier = new Notifier(db, log);
  return apiRoutes({
    db,
    notifier,
    secret: secretKey,
    log,
    ...settings,
    access: new AccessState(db, notifier, log),
    imports: importWorker({ db, notifier, log }),
    chatFeed: new ChatFeed(),
    eventHub: new EventHub(db, log),
    liveCalls: new LiveCalls(db, log),
    presenceFeed: new PresenceFeed(db, log),
  });
}

async function carryOut({ number, operationId, request, baseUrl, body }: RequestOrder): Promise<void> {
  const route = routes.get(operationId)!;
  const result = await resultOf(
    route,
    { ...request, body: body ? Buffer.from(body.buffer) : undefined },
    baseUrl,
  );
  const answer: RequestResult = { number, ...result };
  port.postMessage(answer, result.body ? [result.body.buffer] : []);
  await started.catch(() => process.exit());
}

async function resultOf(
  route: Route,
  request: RequestOrder['request'] & { body: Buffer | undefined },
  publicUrl: string,
): Promise<Omit<RequestResult, 'number'>> {
  const { id, caller } = request;
  const requestLog = log.child({ requestId: id });
  const environment = {
    publicUrl,
    isDraining: () => false,
    turn: () => undefined,
    authenticator: { authenticate: async () => caller },
    chunks: unlimited,
  };
  try {
    await started;
    const served = { ...request, log: requestLog } as unknown as ServedRequest;
    const answer = () => answerRequest(route, served, environment);
    const { status, headers, body } = await (route.method === 'GET'
      ? boundResults(resultCharactersMax, answer)
      : answer());
    return { status, headers, body: await bytesOf(body) };
  } catch (caught) {
    const thrown = caught instanceof LargeResultError ? invalid('pageSize', tooLarge) : caught;
    const failure = failureAnswer(thrown, { method: route.method });
    if (failure.unexpected)
      requestLog.error({ err: thrown, operation: route.operationId }, 'a request failed');
    const headers = { ...failure.headers, 'content-type': 'application/json; charset=utf-8' };
    return { status: failure.status, headers, body: await bytesOf(failureText(id, failure)) };
  }
}

/** Returns the whole body in a buffer of its own, which can be transferred. */
async function bytesOf(body: Answer['body']): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === undefined) return null;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  const chunks = body instanceof Readable ? await Array.fromAsync(body) : [body];
  return new Uint8Array(await new Blob(chunks.map((chunk) => Buffer.from(chunk))).arrayBuffer());
}

async function close(): Promise<void> {
  await keys.close();
  await listener.close();
  await db.close();
  process.exit();
}

/** Lowers the priority of the thread. The system may refuse. */
function lowerPriority(): void {
  try {
    const [id = ''] = readlinkSync('/proc/thread-self').split('/').slice(-1);
    setPriority(Number(id), niceness);
  } catch (error) {
    log.debug({ err: error }, 'cannot lower the priority of the thread for expensive requests');
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { counter, gauge, histogram, type Log } from '../../kernel/index.ts';
import type { WorkShare } from './work-share.ts';

const durations = histogram(
  'parley_http_request_duration_seconds',
  'Time from the request line to the end of the answer, by operation',
  ['operation', 'status'],
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
);
const aborted = counter(
  'parley_http_requests_aborted_total',
  'Requests whose client disconnected before the answer',
);

/** The shares of the server that was created last. A process has one. */
let shown: { requests: WorkShare; expensiveRequests: WorkShare; longAnswers: WorkShare } | null = null;

gauge(
  'parley_http_shared_requests',
  'Requests, expensive ones and long answers, by whether they are under way or wait for others of their organization',
  ['kind', 'state'],
  (it) => {
    if (!shown) return;
    const { requests, expensiveRequests, longAnswers } = shown;
    for (const [kind, share] of [
      ['request', requests],
      ['expensive', expensiveRequests],
      ['long answer', longAnswers],
    ] as const) {
      it.set({ kind, state: 'under way' }, share.underWay);
      it.set({ kind, state: 'waiting' }, share.waiting);
    }
  },
);

/** Makes the metrics report these shares. */
export function showShares(shares: typeof shown): void {
  shown = shares;
}

/** Counts and logs a request whose connection ends before its answer, which `observeRequest` never sees. */
export function observeAborts(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    aborted.inc();
    request.log.info({ operation: request.operationId, ms: reply.elapsedTime }, 'request aborted');
  });
}

/**
 * Returns the ids in a path that we created; an operator searches by them. Other parameters (a phone number, an
 * external id) are customer data, so the path is logged as it was declared.
 */
function ownIds(params: unknown): Record<string, unknown> {
  const all = Object.entries((params ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    all.filter(([name, value]) => /Id$/.test(name) && /^[a-z]+_[0-9a-z]{26}$/.test(String(value))),
  );
}

/** Counts a finished request and writes its log line: reads at debug, changes and failures at info. */
export function observeRequest(request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.statusCode;
  durations.observe(
    { operation: request.operationId ?? 'none', status: String(status) },
    reply.elapsedTime / 1000,
  );
  // Probes and pages are requested often and are of no interest in the log.
  const isQuiet =
    ((request.method === 'GET' || request.method === 'HEAD') && status < 400) || request.operationId === null;
  const level = isQuiet ? 'debug' : 'info';
  const log = request.log as Log;
  if (!log.isLevelEnabled(level)) return;
  log[level](
    {
      operation: request.operationId,
      method: request.method,
      path: request.routeOptions.url ?? null,
      ...ownIds(request.params),
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      organizationId: request.caller?.organizationId,
      apiKeyId: request.caller?.apiKeyId,
    },
    'request',
  );
}

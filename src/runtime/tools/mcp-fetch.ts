import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { EgressOutlet } from '../../platform/egress/index.ts';

/**
 * How often, and at the earliest when, an interrupted response may be resumed. Servers may ask for immediate
 * resumption.
 */
const resumptionsMax = 100;
const resumptionMs = 1_000;
/** Maximum line breaks in an event stream. A message has two or three, and each costs CPU time shared by all calls. */
const lineEndsMax = 4_000;

/**
 * Returns a fetch for one connection to an untrusted MCP server. It does not open the stream of unsolicited messages,
 * since tools are listed once. It aborts streams with more messages than a response needs, and batches of messages.
 */
export function mcpFetch(outlet: EgressOutlet): FetchLike {
  let resumptions = 0;
  let resumed = Promise.resolve();
  return async (target, init = {}) => {
    if (init.method === 'GET') {
      const isResumption = new Headers(init.headers).has('last-event-id');
      if (!isResumption || ++resumptions > resumptionsMax) return new Response(null, { status: 405 });
      const { signal } = init;
      resumed = resumed
        .then(() => sleep(resumptionMs, undefined, signal ? { signal } : {}))
        .catch(() => undefined);
      await resumed;
      signal?.throwIfAborted();
    }
    const response = (await outlet.fetch(target, init as object)) as unknown as Response;
    return response.body === null ? response : checked(response, response.body);
  };
}

function checked({ status, statusText, headers }: Response, body: ReadableStream<Uint8Array>): Response {
  // In any case, because the client ignores case.
  const isStream = /event-stream/i.test(headers.get('content-type') ?? '');
  const check = isStream ? countLineEnds() : refuseBatch();
  const transform = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const problem = check(chunk);
      if (problem) controller.error(new Error(problem));
      else controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(transform), { status, statusText, headers });
}

function countLineEnds(): (chunk: Uint8Array) => string | null {
  let lineEnds = 0;
  return (chunk) => {
    for (const octet of chunk) if (octet === 0x0a || octet === 0x0d) lineEnds++;
    return lineEnds > lineEndsMax ? `the stream has more than ${lineEndsMax} lines` : null;
  };
}

function refuseBatch(): (chunk: Uint8Array) => string | null {
  let first: number | undefined;
  return (chunk) => {
    // Like the client, ignores a byte order mark and white space; JSON starts with ASCII.
    first ??= chunk.find((octet) => octet > 0x20 && octet < 0x80);
    return first === 0x5b ? 'the response is a batch of messages' : null;
  };
}

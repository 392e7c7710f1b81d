import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { EgressOutlet } from '../../platform/egress/index.ts';

/**
 * Maximum resumptions of interrupted responses per connection, and the delay before each. A server may ask for no
 * delay.
 */
const resumptionsMax = 100;
const resumptionMs = 1_000;
/**
 * Maximum line-end octets (CR or LF) in an event stream. A message has at least two, and costs CPU time that all calls
 * share.
 */
const lineEndsMax = 4_000;

/**
 * Returns a fetch for one connection to an untrusted MCP server. It refuses the stream of server-initiated messages,
 * because tools are listed only once. It aborts responses that are too long an event stream or a JSON-RPC batch.
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
  // Matches case-insensitively, like the client.
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
    return lineEnds > lineEndsMax ? `the MCP server's stream has more than ${lineEndsMax} line ends` : null;
  };
}

function refuseBatch(): (chunk: Uint8Array) => string | null {
  let first: number | undefined;
  return (chunk) => {
    // Like the client, ignores a byte order mark and white space; JSON starts with ASCII.
    first ??= chunk.find((octet) => octet > 0x20 && octet < 0x80);
    return first === 0x5b ? 'the MCP server sent a JSON-RPC batch, which is not supported' : null;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { EgressOutlet } from '../../platform/egress/index.ts';

/** An answer that breaks off may be asked for again so often, and not sooner than so: servers may want it at once. */
const resumptionsMax = 100;
const resumptionMs = 1_000;
/** Line ends of a stream of events at most: a message has two or three, and each takes time of all calls. */
const lineEndsMax = 4_000;

/**
 * The requests of one connection to an MCP server, which may be anybody's. What it would tell unasked is not asked for: tools
 * are listed once. A stream of more messages than an answer needs breaks off, and so does a batch of messages.
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
  // However it is written: the client reads it in small letters.
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
    // The client leaves out a byte order mark, as white space; no JSON begins beyond ASCII.
    first ??= chunk.find((octet) => octet > 0x20 && octet < 0x80);
    return first === 0x5b ? 'the answer is a batch of messages' : null;
  };
}

import type { World } from '../check.ts';
import type { Exchange } from '../client.ts';
import type { JsonObject } from '../compare.ts';
import { expectEqual, expectThat, fail, poll } from '../expect.ts';
import { ttlBounds } from '../formats.ts';
import { expectLookup } from '../shapes.ts';

/** Looks up by phone number. The number is encoded for the path, or used as it is when `encode` is false. */
export async function lookUpPhone(world: World, number: string, encode = true): Promise<Exchange> {
  return world.client.get(`/api/calls/phone/${encode ? encodeURIComponent(number) : number}`);
}

/** Writes the session data of a call. The body is sent as it is. */
export async function writeSessionData(world: World, callId: string, body: JsonObject): Promise<Exchange> {
  return (await world.fixtures.managed()).send('PUT', `/api/calls/${callId}/session-data`, { body });
}

/** Writes session data, and expects success. */
export async function putSessionData(world: World, callId: string, body: JsonObject): Promise<Exchange> {
  const answer = await writeSessionData(world, callId, body);
  if (answer.status < 200 || answer.status > 299) {
    fail(answer, `session data is answered with ${answer.status} instead of a success`);
  }
  return answer;
}

/** Expects a lookup without session data. */
export function expectNoData(lookup: Exchange): void {
  const { data, ttl } = expectLookup(lookup);
  expectEqual(lookup, data, null, 'data');
  expectEqual(lookup, ttl, null, 'ttl');
}

/** Expects `ttl` to be the rest of `ttlSeconds` since the write, rounded up. */
export function expectTtl(written: Exchange, lookup: Exchange, ttlSeconds: number): void {
  const { ttl } = expectLookup(lookup);
  const { least, most } = ttlBounds(
    ttlSeconds,
    Math.max(0, lookup.startedAtMs - written.endedAtMs),
    lookup.endedAtMs - written.startedAtMs,
  );
  const right = typeof ttl === 'number' && ttl >= least && ttl <= most;
  expectThat(lookup, right, `ttl is ${ttl} and should lie in ${least} to ${most}`);
}

/** Repeats a lookup until it fits. Fails with the last answer after the given time. */
export async function awaitLookup(
  read: () => Promise<Exchange>,
  fits: (body: JsonObject) => boolean,
  timeoutMs: number,
  message: string,
): Promise<void> {
  let last: Exchange | null = null;
  const found = await poll(async () => {
    last = await read();
    const body = expectLookup(last);
    expectThat(last, body.ttl !== 0, 'ttl is 0: data is returned only while its time runs');
    expectThat(last, (body.data === null) === (body.ttl === null), 'only one of data and ttl is null');
    return fits(body) ? last : null;
  }, timeoutMs);
  if (found === null) fail(last, message);
}

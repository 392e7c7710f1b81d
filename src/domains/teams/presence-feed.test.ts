import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../../platform/db/index.ts';
import { delay, silentLog } from '../../platform/kernel/index.ts';
import { PresenceFeed } from './presence-feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks for heartbeats in time, although the database answers slowly', async () => {
  const answerMs = 600;
  const query = async () => {
    await delay(answerMs);
    return [{ memberId: 'member_a', state: 'available' }];
  };
  const feed = new PresenceFeed({ query } as unknown as Database, silentLog);
  const beatsAtMs: number[] = [];
  for (let member = 0; member < 8; member++) {
    const actor = { organizationId: 'org_a', memberId: `member_${member}` };
    const following = feed.follow({ actor, isStillAllowed: async () => true } as never);
    await vi.advanceTimersByTimeAsync(2 * answerMs);
    const chunks = (await following).chunks as unknown as NodeJS.ReadableStream;
    chunks.on('data', (text: Buffer) => {
      if (member === 0 && text.includes('event: beat')) beatsAtMs.push(Date.now());
    });
  }
  beatsAtMs.length = 0;
  await vi.advanceTimersByTimeAsync(30_000);
  feed.close();
  expect(beatsAtMs.length).toBeGreaterThanOrEqual(9);
});

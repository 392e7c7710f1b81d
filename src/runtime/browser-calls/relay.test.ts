import { expect, it } from 'vitest';
import type { LinkReport } from '../../domains/web-calls/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { followLink } from './relay.ts';

/** Follows a connection that stays open. */
function following(lostAfterMs: number) {
  let take: (message: LinkReport) => void = () => undefined;
  const link = {
    listen: (listener: typeof take) => {
      take = listener;
    },
    closed: new Promise<void>(() => undefined),
  };
  const call = { browserCallId: 'bcall_1', agent: { version: 1, limits: { maxDurationSeconds: 60 } } };
  const environment = { socket: { send: () => undefined }, report: () => undefined, log: silentLog };
  const end = followLink(environment, call as Parameters<typeof followLink>[1], link, lostAfterMs);
  return { end, take: (message: LinkReport) => take(message) };
}

it('ends a browser call whose process reports nothing any more, although the connection is open', async () => {
  const { end, take } = following(200);
  take({ type: 'connected' });
  expect(await end).toMatchObject({ status: 'ended', endedReason: 'worker-lost' });
});

it('goes on while the process reports, and falls back where it falls silent before the browser has connected', async () => {
  const { end, take } = following(400);
  take({ type: 'connected' });
  for (let report = 0; report < 4; report++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    take({ type: 'usage', usage: [] });
  }
  take({
    type: 'over',
    end: {
      status: 'ended',
      endedBy: 'Customer ended the call',
      endedReason: 'customer-ended-call',
      message: 'Over.',
    },
  });
  expect(await end).toMatchObject({ endedReason: 'customer-ended-call', message: 'Over.' });
  expect(await following(50).end).toBeNull();
});

import { afterEach, expect, it, vi } from 'vitest';
import type { Queryable } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import type { IncomingCall } from '../../../telephony/sip/index.ts';
import { Refusal } from './inbound-answer.ts';
import { TurnedAwayCounts } from './turned-away.ts';

const number = { organizationId: 'org_a', phoneNumberId: 'number_a', phoneNumber: '+12025550100' };
const other = { ...number, phoneNumberId: 'number_b', phoneNumber: '+12025550101' };

afterEach(() => vi.useRealTimers());

/** Returns the counts of a process, and the statements that it sent. */
function open(at: string, fails: () => boolean = () => false) {
  vi.useFakeTimers({ now: Date.parse(`2026-11-28T${at}Z`) });
  const sent: unknown[][] = [];
  const query = async (_statement: unknown, values: unknown[]) => {
    if (fails()) throw new Error('the database is away');
    sent.push(values);
    return [];
  };
  const counts = new TurnedAwayCounts({ db: { query } as unknown as Queryable, log: silentLog });
  return { counts, sent };
}

it('stores a flood of refused calls by one statement a second', async () => {
  const { counts, sent } = open('10:59:59.500');
  for (let i = 0; i < 10_000; i++) counts.count(i % 4 === 0 ? other : number, 'organization-limit');
  // Such reasons say nothing about the number.
  counts.count(number, 'process-full');
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([
    [
      ['org_a', 'org_a'],
      ['2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z'],
      ['number_b', 'number_a'],
      ['organization-limit', 'organization-limit'],
      ['+12025550101', '+12025550100'],
      [2500, 7500],
      ['2026-11-28T10:59:59.500Z', '2026-11-28T10:59:59.500Z'],
    ],
  ]);
  // The next hour has a row of its own.
  counts.count(number, 'no-agent');
  await counts.close();
  expect(sent[1]![1]).toEqual(['2026-11-28T11:00:00.000Z']);
  expect(sent).toHaveLength(2);
});

it('keeps the counts while the database is away', async () => {
  let isAway = true;
  const { counts, sent } = open('10:00:00', () => isAway);
  counts.count(number, 'trunk-limit');
  await vi.advanceTimersByTimeAsync(1000);
  counts.count(number, 'trunk-limit');
  isAway = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent.map((values) => values[5])).toEqual([[2]]);
  await counts.close();
});

it('marks a refusal that counts, so that a proxy does not try other nodes', () => {
  const sent: unknown[] = [];
  const incoming = {
    ...{ source: { address: '192.0.2.1' }, callId: 'a' },
    reject: (...given: unknown[]) => sent.push(given),
  } as unknown as IncomingCall;
  new Refusal(503, 'trunk-limit', 'the trunk is full').answer(incoming, silentLog);
  new Refusal(486, 'organization-limit', 'all lines are in use').answer(incoming, silentLog);
  new Refusal(503, 'process-full', 'the process is full').answer(incoming, silentLog);
  const mark = (reason: string) => ['X-Parley-Turned-Away', reason];
  const later = ['Retry-After', '5'];
  const warning = (text: string) => ['Warning', `399 parley "${text}"`];
  expect(sent).toEqual([
    [503, undefined, [later, warning('the trunk is full'), mark('trunk-limit')]],
    [486, undefined, [mark('organization-limit')]],
    [503, undefined, [later, warning('the process is full')]],
  ]);
});

import { expect, test } from 'vitest';
import { FakeScheduler, recordEvents } from '../../../../test/sip/fake-network.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import { emptyCounters } from '../base/counters.ts';
import { defaultPenalty } from '../guard/penalty-box.ts';
import { Gate } from './gate.ts';

test('the log names who is refused, each address once a minute and few of them', () => {
  const said: unknown[] = [];
  const log = { info: (what: { address: string }) => said.push(what.address) } as unknown as Log;
  const time = new FakeScheduler();
  const delegate = { admits: () => false, onInvite: () => recordEvents([]) };
  const gate = new Gate({ delegate, penalty: defaultPenalty, log }, emptyCounters(), time);
  const name = (address: string) => gate.logRefusal({ address, port: 5060 });
  name('192.0.2.1');
  name('192.0.2.1');
  expect(said).toEqual(['192.0.2.1']);
  for (let i = 2; i < 40; i++) name(`192.0.2.${i}`);
  expect(said).toHaveLength(10);
  time.advance(60_000);
  name('192.0.2.1');
  expect(said.slice(10)).toEqual(['192.0.2.1']);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeviceOffer } from '../../../domains/teams/index.ts';
import { metrics, silentLog } from '../../../platform/kernel/index.ts';
import type { CallFailure, OutgoingCallEvents, OutgoingInvite } from '../../../telephony/sip/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { DeviceCalls } from './device-calls.ts';
import type { RegisteredDevices } from './registered-devices.ts';

/** Devices that say nothing until a test lets them answer. */
function open() {
  const state: { offers: DeviceOffer[]; looks: unknown[]; portOpens: Promise<void> } = {
    offers: [],
    looks: [],
    portOpens: Promise.resolve(),
  };
  const rung: string[] = [];
  const headers: unknown[] = [];
  /** When a call was declined in the database. */
  const passedOn: number[] = [];
  const rings = new Map<string, () => void>();
  const canceled: string[] = [];
  const fails = new Map<string, (failure: Partial<CallFailure>) => void>();
  const environment = {
    db: {
      transaction: () => {
        passedOn.push(performance.now());
        return Promise.reject(new Error('the test goes on without it'));
      },
      query: async (_statement: unknown, values: unknown) => {
        state.looks.push(values);
        return state.offers;
      },
    },
    log: silentLog,
    publicAddress: '192.0.2.1',
    locator: { reaches: () => true },
    media: {
      openSession: async () => {
        await state.portOpens;
        return { localPort: 40_000, close: async () => undefined };
      },
    },
    invite({ requestUri, extraHeaders }: OutgoingInvite, { onFail, onProvisional }: OutgoingCallEvents) {
      rung.push(requestUri);
      headers.push(...(extraHeaders ?? []));
      rings.set(requestUri, () => onProvisional(180, 'Ringing', null));
      fails.set(requestUri, (failure) =>
        onFail({ kind: 'rejected', code: null, reason: '', reasonHeader: null, sent: true, ...failure }),
      );
      return { hangUp: () => void canceled.push(requestUri) };
    },
  } as unknown as CallEnvironment;
  const registered = {
    organizations: ['org_1', 'org_2', 'org_3'],
    size: 1,
    sweep: async () => undefined,
    drop: vi.fn<() => Promise<void>>(async () => undefined),
    registrationOf: () => ({ flow: { address: '192.0.2.9', port: 5060 } }),
  };
  const calls = new DeviceCalls({
    environment,
    registered: registered as unknown as RegisteredDevices,
    nodeId: 'node_a',
    webAddress: '127.0.0.1',
  });
  const looked = async () => {
    const before = state.looks.length;
    calls.wake();
    await vi.waitFor(() => expect(state.looks.length).toBeGreaterThan(before));
    await new Promise(setImmediate);
  };
  return { calls, state, rung, rings, headers, passedOn, canceled, fails, registered, looked };
}

/** A call that rings at a member, whose device is named like the member. */
function offerTo(memberId: string, elsewhere = 0): DeviceOffer {
  const uri = `sip:${memberId}@192.0.2.9`;
  return {
    ...{ organizationId: 'org_1', teamCallId: 'tcall_1', callId: 'call_1', teamName: 'People', memberId },
    ...{ memberName: memberId, customerNumber: '+12125550100', summary: 'Ada asks.' },
    ...{ waitedMs: 2000, ringMs: 20_000, elsewhere },
    devices: [{ deviceId: `device_${memberId}`, contact: uri, uri, path: [], mediaEncryption: 'off' }],
  };
}

function onTwoDevices(): DeviceOffer {
  const offer = offerTo('mo');
  const uri = 'sip:old@192.0.2.9';
  return { ...offer, devices: [...offer.devices, { ...offer.devices[0]!, contact: uri, uri }] };
}

let abort: AbortController;
beforeEach(() => {
  metrics.clear();
  abort = new AbortController();
});
afterEach(() => abort.abort());

test('a call that goes on rings at the next member, although the device of the one before says nothing', async () => {
  const { calls, state, rung, canceled, fails, registered, looked } = open();
  void calls.run(abort.signal);
  state.offers = [offerTo('mo')];
  await looked();
  expect(rung).toEqual(['sip:mo@192.0.2.9']);
  // Mo goes away, and the call rings at Kim within the same transaction.
  state.offers = [offerTo('kim')];
  await looked();
  expect([rung.slice(1), canceled]).toEqual([['sip:kim@192.0.2.9'], ['sip:mo@192.0.2.9']]);
  // Mo's device is found to be gone later.
  fails.get('sip:mo@192.0.2.9')!({ kind: 'timeout' });
  await looked();
  expect(registered.drop).toHaveBeenCalledTimes(1);
  expect(rung).toHaveLength(2);
});

test('a declined call rings no more here, while a device at another process rings', async () => {
  const { calls, state, rung, fails, looked } = open();
  void calls.run(abort.signal);
  state.offers = [offerTo('mo', 1)];
  await looked();
  fails.get('sip:mo@192.0.2.9')!({ code: 486 });
  await looked();
  await looked();
  expect(rung).toHaveLength(1);
  // The same call may ring here again for another member, and later for this one.
  state.offers = [offerTo('kim')];
  await looked();
  state.offers = [offerTo('mo')];
  await looked();
  expect(rung).toHaveLength(3);
});

test('a declined call goes on, although an older registration of the device says nothing', async () => {
  const { calls, state, rings, fails, passedOn, canceled, looked } = open();
  void calls.run(abort.signal);
  state.offers = [onTwoDevices()];
  await looked();
  rings.get('sip:mo@192.0.2.9')!();
  fails.get('sip:mo@192.0.2.9')!({ code: 486 });
  await vi.waitFor(() => expect(passedOn).toHaveLength(1), { timeout: 4000 });
  expect(canceled).toContain('sip:old@192.0.2.9');
});

test('a call that one device declines by itself rings on at the other', async () => {
  const { calls, state, rings, fails, passedOn, canceled, looked } = open();
  void calls.run(abort.signal);
  state.offers = [onTwoDevices()];
  await looked();
  // Do not disturb.
  fails.get('sip:mo@192.0.2.9')!({ code: 486 });
  await looked();
  rings.get('sip:old@192.0.2.9')!();
  await new Promise((resolve) => setTimeout(resolve, 2200));
  expect([passedOn, canceled]).toEqual([[], ['sip:mo@192.0.2.9']]);
  fails.get('sip:old@192.0.2.9')!({ code: 603 });
  await vi.waitFor(() => expect(passedOn).toHaveLength(1));
});

test('a call that is withdrawn while its media port opens rings nowhere', async () => {
  const { calls, state, rung, looked } = open();
  const port = Promise.withResolvers<void>();
  state.portOpens = port.promise;
  void calls.run(abort.signal);
  state.offers = [offerTo('mo')];
  await looked();
  state.offers = [];
  await looked();
  port.resolve();
  await new Promise(setImmediate);
  expect(rung).toEqual([]);
});

test('a summary is shown as one line, whatever the model wrote', async () => {
  const { calls, state, headers, looked } = open();
  void calls.run(abort.signal);
  state.offers = [{ ...offerTo('mo'), summary: 'Ada\u0007 asks\r\nfor\u007f "José".' }];
  await looked();
  expect(headers).toEqual([['Subject', 'Ada asks for "José".']]);
});

test('one statement looks for the calls of all organizations', async () => {
  const { calls, state, looked } = open();
  void calls.run(abort.signal);
  await looked();
  for (const values of state.looks)
    expect(values).toMatchObject([['org_1', 'org_2', 'org_3'], 'node_a', expect.any(Array)]);
});

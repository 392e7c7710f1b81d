import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tone } from '../../../../test/audio/signals.ts';
import { type Manner, openPhone, type Phone, type PhoneCall } from '../../../../test/interop/call-phone.ts';
import { openCallEngine } from '../../../../test/world/call-engine.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import type {
  LanguageModel,
  ModelMessage,
  TextToSpeech,
} from '../../../conversation/providers/interfaces/index.ts';
import { statement } from '../../../platform/db/index.ts';
import { metrics, silentLog } from '../../../platform/kernel/index.ts';
import {
  createSipUserAgent,
  newBranch,
  newCallId,
  newTag,
  type ReferResult,
  renderReplaces,
} from '../../../telephony/sip/index.ts';
import type { CallEngine } from '../engine.ts';

const setTrunk = statement(
  'test.referral.trunk',
  'update trunks set host = $2, port = $3, accept_transfers = $4 where organization_id = $1',
);
const addTrunk = statement(
  'test.referral.other_trunk',
  `insert into trunks (organization_id, trunk_id, name, host, port, transport, register, allowed_addresses, codecs,
     created_at, updated_at)
   values ($1, 'trunk_other', 'Other', '127.0.0.2', 5060, 'udp', false, '{127.0.0.2}', '{PCMU}', now(), now())`,
);
const limit = statement(
  'test.referral.limit',
  'update organizations set max_concurrent_calls = 1 where organization_id = $1',
);
const suppress = statement(
  'test.referral.suppress',
  `insert into suppressions (organization_id, suppression_id, customer_number, source, created_at)
   values ($1, 'supp_a', $2, 'api', now())`,
);

const customer = '+12125550123';
const colleague = '+12125550177';
const suppressed = '+12125550199';

const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 8000) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let asked: (readonly ModelMessage[])[];
/** A model that receives each key at once, and says nothing. */
const model: LanguageModel = {
  name: 'test-model',
  collectsKeys: true,
  async *answer({ messages }) {
    asked.push(messages);
    yield { type: 'finish', reason: 'stop', usage: {}, state: null };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let world: QueueWorld;
let organizationId: string;
let phone: Phone;
let engine: CallEngine;
let manners: Record<string, Manner>;
let recordingsDir: string;
let closers: (() => Promise<unknown>)[];

beforeEach(async () => {
  metrics.clear();
  manners = {};
  asked = [];
  closers = [];
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-referral-'));
  world = await QueueWorld.open();
  organizationId = await world.organization();
  phone = await openPhone((number) => manners[number] ?? 'answer');
});
afterEach(async () => {
  for (const close of closers) await close();
  await phone[Symbol.asyncDispose]();
  await world.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

/** Dials the customer, and waits until the agent speaks. */
async function converse(acceptsTransfers: boolean): Promise<{ callId: string; caller: PhoneCall }> {
  await world.db.query(setTrunk, [organizationId, '127.0.0.1', phone.port, acceptsTransfers]);
  const callId = await world.call(organizationId, { customerNumber: customer });
  ({ engine } = await openCallEngine({ db: world.db, voice, model, recordingsDir, ports: 20 }, closers));
  const caller = await phone.call(({ number }) => number === customer);
  await heard(caller);
  return { callId, caller };
}
const heard = (call: PhoneCall) =>
  expect.poll(() => call.rtp.receivedPcm().some((sample) => Math.abs(sample) > 1000)).toBe(true);
const refer = (caller: PhoneCall, target: string) =>
  new Promise<ReferResult>((onEnd) => caller.incoming!.refer({ target }, { onEnd }));
const at = (number: string) => `sip:${number}@192.0.2.77`;
const reaches = (callId: string, status: string) =>
  expect.poll(async () => (await world.read(callId)).status, { timeout: 15_000 }).toBe(status);

it('refuses a REFER when the trunk does not permit it', async () => {
  const { caller } = await converse(false);
  expect(await refer(caller, at(colleague))).toMatchObject({ kind: 'refused', status: 603 });
  expect(phone.calls).toHaveLength(1);
});

it('continues the conversation with the party that the other side names, over the same trunk', async () => {
  const { callId, caller } = await converse(true);
  expect(await refer(caller, at(colleague))).toEqual({ kind: 'succeeded', status: 200 });
  const next = await phone.call(({ number }) => number === colleague);
  await heard(next);
  // The side that transferred us does not hang up, so we do after a moment.
  await expect.poll(() => caller.events.join()).toContain('ended remote');
  await reaches(callId, 'in-progress');
  expect(await world.read(callId)).toMatchObject({
    second_leg_trunk_id: null,
    sip_dialog: { callId: next.callId },
  });
  // The model receives the number of the new party.
  await next.rtp.sendDigits('1');
  await expect.poll(() => asked.length).toBe(1);
  const note = { role: 'system', content: expect.stringContaining(`connected with ${colleague}`) };
  expect(asked[0]!.slice(-2)).toEqual([note, { role: 'user', content: '1', input: 'dtmf' }]);
  next.hangUp();
  await reaches(callId, 'ended');
  expect((await world.read(callId)).ended_reason).toBe('customer-ended-call');
  expect((await world.events(callId)).filter((event) => event.startsWith('noted transfer'))).toEqual([
    'noted transfer',
    'noted transfer-followed',
  ]);
});

it('follows a REFER that arrives before the answer of the call is stored', async () => {
  manners[customer] = 'silent';
  const talking = converse(true);
  const caller = await phone.call(({ number }) => number === customer);
  const release = await world.holdEvents();
  caller.answer();
  const { callId } = await talking;
  const result = refer(caller, at(colleague));
  // The key arrives after the REFER, which is being handled then.
  expect(await caller.incoming!.sendDigit('1')).toBe(true);
  await expect.poll(() => asked.length).toBe(1);
  expect((await world.read(callId)).status).not.toBe('in-progress');
  await release();
  expect(await result).toEqual({ kind: 'succeeded', status: 200 });
});

it('continues with the party that answers when the other side hangs up after its REFER was accepted', async () => {
  manners[colleague] = 'ring';
  const { callId, caller } = await converse(true);
  caller.incoming!.refer({ target: at(colleague) }, { onEnd: () => undefined });
  const next = await phone.call(({ number }) => number === colleague);
  caller.hangUp();
  await expect.poll(() => phone.agent.liveCalls()).toBe(1);
  next.answer();
  await heard(next);
  await reaches(callId, 'in-progress');
});

it('keeps the call after an unanswered REFER, and ends it when its other side has gone', async () => {
  manners[colleague] = 486;
  const { callId, caller } = await converse(true);
  expect(await refer(caller, at(colleague))).toMatchObject({ kind: 'failed', status: 486 });
  await reaches(callId, 'in-progress');
  manners[colleague] = 'ring';
  caller.incoming!.refer({ target: at(colleague) }, { onEnd: () => undefined });
  await expect.poll(() => phone.calls.filter(({ number }) => number === colleague).length).toBe(2);
  caller.hangUp();
  phone.calls.at(-1)!.incoming!.reject(480);
  await reaches(callId, 'ended');
  expect((await world.read(callId)).ended_reason).toBe('customer-ended-call');
});

it('refuses a REFER while the organization has no free line', async () => {
  const { callId, caller } = await converse(true);
  await world.db.query(limit, [organizationId]);
  expect(await refer(caller, at(colleague))).toMatchObject({ kind: 'refused', status: 503 });
  await reaches(callId, 'in-progress');
  expect(phone.calls).toHaveLength(1);
});

it('refuses a REFER to a number that the organization may not call', async () => {
  await world.db.query(suppress, [organizationId, suppressed]);
  const { caller } = await converse(true);
  for (const [target, status] of [
    [at('911'), 403],
    [at('+12125550911;ext=911'), 403],
    [at('9,19005550100'), 403],
    ['tel:9005550100;phone-context=+1', 403],
    ['tel:5550100;phone-context=+1-900', 403],
    [at('204'), 404],
    [at('bob'), 404],
    [at('+19005550100'), 403],
    [at('+442071838750'), 403],
    [at('+44(0)2071838750'), 403],
    ['tel:+44-(0)20-7183-8750', 403],
    [at('5371234567'), 403],
    [at(suppressed), 403],
    [`tel:${suppressed}`, 403],
  ] as const) {
    expect([target, await refer(caller, target)]).toMatchObject([target, { kind: 'refused', status }]);
  }
  expect(phone.calls).toHaveLength(1);
});

it('lets only the trunk of a call replace it, even if another one knows its tags', async () => {
  await world.db.query(addTrunk, [organizationId]);
  const { callId, caller } = await converse(false);
  const stranger = await createSipUserAgent({
    host: '127.0.0.2',
    port: 0,
    publicAddress: '127.0.0.2',
    log: silentLog,
    delegate: {
      admits: () => true,
      onInvite: () => {
        throw new Error('an unexpected INVITE');
      },
    },
  });
  closers.unshift(() => stranger.close({ graceMs: 0 }));
  const refused = Promise.withResolvers<number | null>();
  const { port } = engine.sipAddress;
  const uri = `sip:x@127.0.0.1:${port}`;
  stranger.invite(
    {
      ...{ callId: newCallId(), branch: newBranch(), fromTag: newTag(), cseq: 1 },
      ...{ requestUri: uri, toUri: uri, fromUri: 'sip:y@127.0.0.2', target: { host: '127.0.0.1', port } },
      sdpOffer: caller.incoming!.sdpOffer!,
      extraHeaders: [['Replaces', renderReplaces(caller.incoming!.replaces!)]],
      noAnswerTimeoutMs: 5_000,
    },
    {
      onProvisional: () => undefined,
      onAnswer: () => refused.resolve(200),
      onFail: ({ code }) => refused.resolve(code),
      onEnd: () => undefined,
      onOffer: () => null,
      onLateAnswer: () => undefined,
    },
  );
  expect(await refused.promise).toBe(403);
  await expect.poll(async () => (await world.read(callId)).status).toBe('in-progress');
  const headers: [string, string][] = [['Replaces', renderReplaces(caller.incoming!.replaces!)]];
  const own = await phone.dial(port, 'x', { headers });
  await expect.poll(() => own.events.join()).toContain('answered');
  await expect.poll(() => caller.events.join()).toContain('ended remote');
});

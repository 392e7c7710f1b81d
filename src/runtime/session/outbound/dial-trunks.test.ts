import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { CallWriter } from '../../../domains/calls/index.ts';
import { SecretKey } from '../../../platform/access/index.ts';
import { statement } from '../../../platform/db/index.ts';
import { monotonicMs, silentLog } from '../../../platform/kernel/index.ts';
import type { CallFailure, OutgoingCallEvents, SipUserAgent } from '../../../telephony/sip/index.ts';
import { type DialableCall, Dialer, holdCall } from '../../dialer/index.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { CallJournal } from '../record/call-journal.ts';
import { dialTrunks } from './dial-trunks.ts';

type Invite = Parameters<SipUserAgent['invite']>[0];

const takeAway = statement('test.dial_trunks.take', "update calls set node_id = 'node_b' where call_id = $1");
const stop = statement(
  'test.dial_trunks.stop',
  "update calls set stop_requested = 'req_x' where call_id = $1",
);
const pause = statement(
  'test.dial_trunks.pause',
  "update campaigns set status = 'paused' where campaign_id = $1",
);
const run = statement(
  'test.dial_trunks.run',
  "update campaigns set status = 'running' where campaign_id = $1",
);

const insertTrunk = statement(
  'test.dial_trunks.insert',
  `insert into trunks (organization_id, trunk_id, name, host, port, transport, register, allowed_addresses, codecs,
     created_at, updated_at)
   values ($1, 'trunk_b', 'b', '127.0.0.1', 5060, 'tcp', false, null, '{PCMU}', now(), now())`,
);

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization({ max: 10 });
});

/** Returns a call that was claimed a minute ago. */
async function claimed(campaignId = ''): Promise<DialableCall> {
  await world.call(organizationId, { campaignId });
  const placed = Promise.withResolvers<DialableCall>();
  // Calls that other tests have put back may be due again.
  const place = (call: DialableCall) => {
    if (call.organizationId === organizationId) placed.resolve(call);
  };
  const placer = { room: () => 10, place };
  const dialer = new Dialer({
    db: world.db,
    writer: new CallWriter(world.db),
    nodeId: 'node_a',
    placer,
    log: silentLog,
  });
  dialer.wake();
  const call = await placed.promise;
  await dialer.stop();
  return { ...call, claimedAtMs: monotonicMs() - 60_000 };
}

/** Dials with a user agent that passes each INVITE to `carry`. */
async function dial(
  call: DialableCall,
  carry: (invite: Invite, count: number, live: { stopCause: string | null }) => Promise<CallFailure>,
) {
  const invites: Invite[] = [];
  const notedAudio: [trunkId: string, problem: string | null][] = [];
  const invite = (sent: Invite, events: OutgoingCallEvents) => {
    invites.push(sent);
    void carry(sent, invites.length, live).then(async (failure) => {
      if (failure.sent) events.onSent?.();
      // The INVITE is recorded after the user agent has returned.
      await Promise.resolve();
      await noted;
      events.onFail(failure);
    });
    return { pending: { uri: 'sip:somebody' }, cancel: () => {} };
  };
  const none = () => {};
  let noted = Promise.resolve();
  const note = (work: () => Promise<void>) => {
    noted = noted.then(work);
  };
  const audio = { useTrunk: none, signalledFrom: none, offer: () => offer };
  const live = {
    stopCause: null as string | null,
    onStop: none,
    audio,
    record: { note },
    log: silentLog,
    held: call,
  };
  const environment = {
    db: world.db,
    writer: new CallWriter(world.db),
    secret: new SecretKey('a secret for tests, long enough to be taken'),
    journal: new CallJournal(),
    publicAddress: '127.0.0.1',
    noAnswerTimeoutMs: 1000,
    locator: { locate: () => [{ host: '127.0.0.1', port: 5060 }], avoid: none },
    isTrunkThere: () => true,
    onUnanswered: none,
    onAudio: (_organizationId: string, trunkId: string, problem: string | null) =>
      notedAudio.push([trunkId, problem]),
  };
  const dialed = await dialTrunks(
    environment as unknown as CallEnvironment,
    { invite } as unknown as SipUserAgent,
    call,
    live as unknown as LiveCall,
  );
  return { dialed, invites, notedAudio };
}
const offer = { address: '127.0.0.1', port: 4000, codecs: ['PCMU'], sessionId: 1, version: 1 };
const failure = (kind: CallFailure['kind'], sent: boolean): CallFailure => ({
  kind,
  code: kind === 'rejected' ? 486 : null,
  reason: '',
  reasonHeader: null,
  sent,
});
const refused: CallFailure = { ...failure('not-there', false), reason: 'connection refused' };

it('reports a lost call when an INVITE was withheld and the claim is gone', async () => {
  const call = await claimed();
  const { dialed, invites } = await dial(call, async ({ permit }) => {
    expect(permit?.isValid()).toBe(true);
    await world.db.query(takeAway, [call.callId]);
    return failure('withheld', false);
  });
  expect([dialed, invites.length]).toEqual([{ kind: 'lost' }, 1]);
});

it('sends a withheld INVITE again while the claim is valid, and not after a stop was requested', async () => {
  const call = await claimed();
  const { dialed, invites } = await dial(call, async (_invite, count) =>
    count === 1 ? failure('withheld', false) : failure('rejected', true),
  );
  expect(dialed).toMatchObject({ kind: 'over', end: { endedReason: 'customer-busy' } });
  expect(invites.map(({ branch }) => branch)).toEqual([call.invite.branch, call.invite.branch]);

  const stopped = await claimed();
  const { dialed: given, invites: one } = await dial(stopped, async () => {
    await world.db.query(stop, [stopped.callId]);
    return failure('withheld', false);
  });
  expect([given, one.length]).toMatchObject([
    { kind: 'over', end: { status: 'canceled', endedReason: 'manually-canceled' } },
    1,
  ]);
});

it('puts a call back when its campaign is paused, unless its INVITE has left', async () => {
  const campaignId = await world.campaign(organizationId);
  const [call, sent] = [await claimed(campaignId), await claimed(campaignId)];
  const hold = { reason: 'campaign-paused', message: '', untilMs: Date.now() };
  const { dialed } = await dial(call, async () => {
    await world.db.query(pause, [campaignId]);
    return failure('withheld', false);
  });
  expect(dialed).toEqual({ kind: 'paused' });
  expect(await holdCall(world.db, call, hold)).toBe(true);
  expect((await world.read(call.callId)).status).toBe('queued');

  await world.db.query(run, [campaignId]);
  const { dialed: over } = await dial(sent, async () => {
    await world.db.query(pause, [campaignId]);
    return failure('withheld', true);
  });
  expect(over).toMatchObject({ kind: 'over', end: { retriedAs: 'no-answer' } });
  expect(await holdCall(world.db, sent, hold)).toBe(false);

  await world.db.query(run, [campaignId]);
  const { dialed: refused, invites } = await dial(await claimed(campaignId), async () => {
    await world.db.query(pause, [campaignId]);
    return { ...failure('rejected', true), code: 503, reason: 'Busy' };
  });
  expect([refused, invites.length]).toMatchObject([
    { kind: 'over', end: { endedReason: 'trunk-rejected' } },
    1,
  ]);
});

it('uses a new identity after an INVITE was refused and its repetition withheld', async () => {
  const call = await claimed();
  const { dialed, invites } = await dial(call, async (_invite, count) =>
    count === 1 ? failure('withheld', true) : failure('rejected', true),
  );
  expect(dialed).toMatchObject({ kind: 'over', end: { endedReason: 'customer-busy' } });
  expect(invites).toHaveLength(2);
  expect(invites[1]!.branch).not.toBe(call.invite.branch);
  expect(invites[1]!.callId).not.toBe(call.invite.callId);
});

it('puts a call back when the connection is refused, and reports the trunk as down', async () => {
  const call = await claimed();
  const { dialed, invites } = await dial(call, async () => refused);
  expect([dialed, invites.length]).toEqual([{ kind: 'down', reason: 'connection refused' }, 1]);
  const hold = { reason: 'trunk-down', message: '', untilMs: Date.now() + 3_600_000 };
  expect(await holdCall(world.db, call, hold)).toBe(true);
  expect((await world.read(call.callId)).status).toBe('queued');
});

it('dials the next trunk, whose response decides the end', async () => {
  const call = await claimed();
  await world.db.query(insertTrunk, [organizationId]);
  const both = { ...call, fallbacks: [{ ...call.trunk!, trunkId: 'trunk_b' }] };
  const { dialed, invites } = await dial(both, async (_invite, count) =>
    count === 1 ? refused : failure('rejected', true),
  );
  expect(dialed).toMatchObject({ kind: 'over', end: { endedReason: 'customer-busy' } });
  expect(invites).toHaveLength(2);
});

it('notes that a trunk refused our audio, also when the next trunk takes the call', async () => {
  const call = await claimed();
  await world.db.query(insertTrunk, [organizationId]);
  const both = { ...call, fallbacks: [{ ...call.trunk!, trunkId: 'trunk_b' }] };
  const { notedAudio } = await dial(both, async (_invite, count) =>
    count === 1
      ? { ...failure('rejected', true), code: 488, reason: 'Not Acceptable Here' }
      : failure('rejected', true),
  );
  expect(notedAudio).toEqual([[call.trunk!.trunkId, 'a call was answered 488 Not Acceptable Here']]);
});

it('ends with the response of the previous trunk when the next one cannot be reached', async () => {
  const call = await claimed();
  await world.db.query(insertTrunk, [organizationId]);
  const both = { ...call, fallbacks: [{ ...call.trunk!, trunkId: 'trunk_b' }] };
  const { dialed } = await dial(both, async (_invite, count) =>
    count === 1 ? { ...failure('rejected', true), code: 503 } : refused,
  );
  expect(dialed).toMatchObject({ kind: 'over', end: { endedReason: 'trunk-rejected', sipCode: 503 } });
});

it('ends a call whose trunk has an untrusted certificate, because waiting would not help', async () => {
  const call = await claimed();
  const reason = 'the certificate is not trusted';
  const { dialed } = await dial(call, async () => ({ ...failure('unreachable', false), reason }));
  expect(dialed).toMatchObject({
    kind: 'over',
    end: {
      endedReason: 'trunk-unreachable',
      message: 'The trunk cannot be reached: the certificate is not trusted.',
    },
  });
});

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RtpPeer } from '../peers/rtp-peer.ts';
import { startChatModel } from '../world/chat-model.ts';
import { type Dialing, make, newOwnNumber, setUpDialing } from '../world/dialing.ts';
import { eventually } from '../world/eventually.ts';
import type { OwnProgram } from '../world/shared-program.ts';
import { openPhone, type Phone } from './call-phone.ts';
import { openRawCaller, plainSdp, type RawCaller, requestLines, toTagOf } from './call-raw-caller.ts';
import { hear, soundIn, spoken } from './call-speech.ts';
import { callersProgram } from './callers-program.ts';

let program: OwnProgram;
let phone: Phone;
let dialing: Dialing;
beforeAll(async () => {
  program = await callersProgram.organization();
  phone = await openPhone();
  dialing = await setUpDialing(program.request, {
    trunk: { port: phone.port, allowedAddresses: ['127.0.0.1'] },
    agent: {
      prompt: 'Talk.',
      firstMessage: 'Welcome {{name}}.',
      variables: [{ name: 'name', default: 'stranger' }],
      // No test that ends a call itself is to be in a hurry.
      limits: { maxDurationSeconds: 600, silenceSeconds: 300 },
    },
  });
  // The addresses of the trunks are read anew a moment after the change.
  await admitted(dialing.phoneNumber);
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
});

let lastCaller = 4_155_552_000;
let caller: string;
beforeEach(() => {
  caller = `+1${lastCaller++}`;
});

/** Calls until the program takes calls from here. */
const admitted = (number: string) =>
  vi.waitFor(
    async () => {
      const call = await phone.dial(program.sipPort, number, { from: '+14155559999' });
      await vi.waitFor(() => expect(call.events.join()).toMatch(/answered|failed/), 15_000);
      call.hangUp();
      expect(call.events).toContain('answered');
    },
    { timeout: 30_000, interval: 200 },
  );
const get = async (path: string) => (await program.request('GET', path)).body;
const byPhone = (number: string) => get(`/api/calls/phone/${encodeURIComponent(number)}`);
const callsOf = async (number: string) =>
  (await get(`/api/calls?customerNumber=${encodeURIComponent(number)}`)).calls;
const push = async (phoneNumber: string, data: Record<string, unknown>) => {
  const answer = await program.request('POST', '/api/call-personalization-webhook', {
    body: { phoneNumber, data },
  });
  expect(answer.status).toBe(200);
};
const pushState = async (number: string) =>
  (await get(`/api/call-personalization/${encodeURIComponent(number)}`)).state;
const over = async (callId: string) => {
  await expect
    .poll(async () => (await get(`/api/calls/${callId}`)).status, { timeout: 15_000 })
    .toMatch(/^(ended|canceled)$/);
  return get(`/api/calls/${callId}`);
};
/** The end of a call by callers that are bare SIP messages, without audio: it counts as unheard after 2 s. */
const hungUpUnheard = {
  endedBy: 'Customer ended the call',
  endedReason: expect.stringMatching(/^(customer-ended-call|no-audio-received)$/),
};
const happened = (call: { events: string[] }, what: RegExp) =>
  expect.poll(() => call.events.join(', '), { timeout: 10_000 }).toMatch(what);
const metric = async (pattern: RegExp): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${program.metricsPort}/metrics`)).text();
  return Number(pattern.exec(text)?.[1] ?? 0);
};

it('is answered by the agent of its number, personal, and found by both lookups while it runs', {
  timeout: 40_000,
}, async () => {
  await push(caller, { name: 'Grace' });
  const externalId = `crm-4711 ${'x'.repeat(600)}`;
  const call = await phone.dial(program.sipPort, dialing.phoneNumber, {
    from: caller,
    headers: [['X-External-ID', externalId]],
  });
  await happened(call, /provisional 180, answered/);
  const found = await get(`/api/calls/external/${encodeURIComponent(externalId)}`);
  const callId = found.latestCall.callId;
  expect(found.latestCall).toMatchObject({
    type: 'inboundPhoneCall',
    customerNumber: caller,
    phoneNumber: dialing.phoneNumber,
    agentId: dialing.agentId,
    externalId,
    campaignId: null,
    callVariables: { name: 'Grace' },
  });
  expect((await byPhone(caller)).latestCall.callId).toBe(callId);
  await expect.poll(async () => (await get(`/api/calls/${callId}`)).status).toBe('in-progress');
  expect(await pushState(caller)).toBe('consumed');
  const reference = await spoken('Welcome Grace.');
  // Until it was said; a call that ends instead says how far it came.
  await expect
    .poll(() => [soundIn(call.rtp.received).silenceMs > 500, call.events.at(-1)], { timeout: 20_000 })
    .toEqual([true, 'answered']);
  expect(hear(call.rtp.receivedPcm(), reference).likeness).toBeGreaterThan(0.95);
  call.hangUp();
  const record = await over(callId);
  expect(record).toMatchObject({ endedBy: 'Customer ended the call', endedReason: 'customer-ended-call' });
  expect(record.transcript).toMatchObject([{ role: 'bot', message: 'Welcome Grace.' }]);
  const { decisions } = await get(`/api/calls/${callId}/why`);
  expect(decisions.map(({ decision }: { decision: string }) => decision)).toEqual([
    'received',
    'answered',
    'ended',
  ]);
});

it('is remembered: what the agent wrote in one call is in the prompt of the next', {
  timeout: 60_000,
}, async () => {
  await using model = await startChatModel();
  const phoneNumber = newOwnNumber();
  const key = { provider: 'openai', name: phoneNumber, apiKey: 'a-key', baseUrl: model.baseUrl };
  await make(program.request, '/api/provider-keys', key);
  const { agentId } = await make(program.request, '/api/agents', {
    ...{ name: 'Rita', prompt: 'Talk.', model: { provider: 'openai', model: 'any', key: phoneNumber } },
    memory: { writtenBy: { analysis: false } },
  });
  const { trunkId } = dialing;
  await make(program.request, '/api/phone-numbers', { phoneNumber, trunkId, inboundAgentId: agentId });
  const fact = { topic: 'preferred time', fact: 'mornings' };
  const calls = [{ name: 'rememberFact', arguments: fact }];
  model.answerWith(({ messages }) =>
    messages.at(-1)?.role === 'tool' ? { words: ['I note that.'] } : { calls },
  );
  const callOnce = async (asked: number) => {
    const call = await phone.dial(program.sipPort, phoneNumber, { from: caller });
    await expect.poll(() => model.asked.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(asked);
    call.hangUp();
    const { latestCall } = await byPhone(caller);
    await over(latestCall.callId);
    return latestCall.callId;
  };
  // The model speaks first. It is asked again with the result of the tool.
  const callId = await callOnce(2);
  expect(model.asked[0]!.messages[0]!.content).toBe('Talk.');
  const { facts } = await get(`/api/customer-facts?phoneNumber=${encodeURIComponent(caller)}`);
  expect(facts).toEqual([expect.objectContaining({ ...fact, agentId, callId, writtenBy: 'tool' })]);
  const before = model.asked.length;
  model.answerWith(() => ({ words: ['Good morning.'] }));
  await callOnce(before + 1);
  expect(model.asked[before]!.messages[0]!.content).toMatch(
    /^Talk\.\n\nWhat is known .*\n- \d{4}-\d\d-\d\d "preferred time": "mornings"\n/s,
  );
});

it('goes to the organization whose claim to the number stands, and proves it when it is answered', async () => {
  const sql = new pg.Client(program.databaseUrl);
  sql.on('error', () => undefined);
  await sql.connect();
  const phoneNumber = newOwnNumber();
  // A claim of another organization that no call has proven, over a trunk that lets the same source in.
  await sql.query("insert into organizations (organization_id, name) values ('org_squatter', 'Squatter')");
  const copy = (table: string, changes: object, id: string) =>
    sql.query(
      `insert into ${table} select (jsonb_populate_record(t, $1)).* from ${table} t where trunk_id = $2 limit 1`,
      [{ organization_id: 'org_squatter', trunk_id: 'trunk_squatter', ...changes }, id],
    );
  const { trunkId, agentId } = dialing;
  await copy('trunks', {}, trunkId);
  const createdAt = new Date(Date.now() - 31 * 86_400_000).toISOString();
  const squatted = {
    phone_number: phoneNumber,
    inbound_agent_id: null,
    created_at: createdAt,
    proven_at: null,
  };
  await copy('phone_numbers', { ...squatted, phone_number_id: 'number_squatter' }, trunkId);
  const toOther = await phone.dial(program.sipPort, phoneNumber, { from: caller });
  await happened(toOther, /failed rejected 486/);
  const body = { phoneNumber, trunkId, inboundAgentId: agentId };
  const number = await make(program.request, '/api/phone-numbers', body);
  expect(number.provenAt).toBeNull();
  const call = await phone.dial(program.sipPort, phoneNumber, { from: caller });
  await happened(call, /answered/);
  const [{ callId }] = await callsOf(caller);
  await expect.poll(async () => (await get(`/api/calls/${callId}`)).status).toBe('in-progress');
  expect((await get(`/api/phone-numbers/${number.phoneNumberId}`)).provenAt).not.toBeNull();
  const { rows } = await sql.query('select organization_id from phone_numbers where proven_at is null');
  expect(rows).toEqual([{ organization_id: 'org_squatter' }]);
  call.hangUp();
  await over(callId);
  await sql.end();
});

it('without a header the Call-ID is the external id; a push is for one call, whatever the numbering plan says of its number', async () => {
  caller = '+5215512345678';
  await push(caller, { name: 'Grace' });
  const first = await phone.dial(program.sipPort, dialing.phoneNumber, { from: caller });
  await happened(first, /answered/);
  const second = await phone.dial(program.sipPort, dialing.phoneNumber, { from: caller });
  await happened(second, /answered/);
  const records = [
    await get(`/api/calls/external/${first.callId}`),
    await get(`/api/calls/external/${second.callId}`),
  ];
  expect(records.map(({ latestCall }) => latestCall.callVariables)).toEqual([{ name: 'Grace' }, {}]);
  first.hangUp();
  second.hangUp();
  for (const { latestCall } of records) await over(latestCall.callId);
});

it('a running call is stopped over the API', async () => {
  const call = await phone.dial(program.sipPort, dialing.phoneNumber, { from: caller });
  await happened(call, /answered/);
  const { callId } = (await byPhone(caller)).latestCall;
  expect((await program.request('POST', `/api/calls/${callId}/cancel`)).status).toBe(200);
  await happened(call, /ended remote/);
  expect(await over(callId)).toMatchObject({ status: 'ended', endedReason: 'manually-canceled' });
});

it('the agent hangs up after the silence', async () => {
  const { agentId } = await make(program.request, '/api/agents', {
    ...{ name: 'Hasty', prompt: 'Talk.', firstMessage: 'Welcome stranger.' },
    limits: { maxDurationSeconds: 60, silenceSeconds: 2 },
  });
  const number = newOwnNumber();
  const body = { phoneNumber: number, trunkId: dialing.trunkId, inboundAgentId: agentId };
  await make(program.request, '/api/phone-numbers', body);
  const call = await phone.dial(program.sipPort, number, { from: caller });
  await happened(call, /ended remote/);
  const { latestCall } = await byPhone(caller);
  expect(await over(latestCall.callId)).toMatchObject({
    endedBy: 'Agent ended the call',
    endedReason: 'silence-timed-out',
    transcript: [{ role: 'bot', message: 'Welcome stranger.' }],
  });
});

it('keys are in the transcript', async () => {
  const call = await phone.dial(program.sipPort, dialing.phoneNumber, { from: caller });
  await happened(call, /answered/);
  await call.rtp.until((received) => received.length > 5);
  await call.rtp.sendDigits('12');
  const { callId } = (await byPhone(caller)).latestCall;
  const pressed = async (): Promise<string[]> => {
    const { transcript } = await get(`/api/calls/${callId}`);
    const keys = transcript.filter(({ name }: { name?: string }) => name === 'dtmf');
    return keys.map(({ message }: { message: string }) => message);
  };
  await expect.poll(pressed).toEqual(['1', '2']);
  call.hangUp();
  await over(callId);
  expect(await pressed()).toEqual(['1', '2']);
});

describe('what is refused consumes nothing and leaves no record', () => {
  const refusedWith = async (number: string, status: number) => {
    const call = await phone.dial(program.sipPort, number, { from: caller });
    await happened(call, /failed/);
    expect(call.events.at(-1)).toBe(`failed rejected ${status}`);
    expect(await callsOf(caller)).toEqual([]);
  };

  it('a call to an unknown number is answered with 404', async () => {
    await push(caller, { name: 'Grace' });
    await refusedWith('+12025559999', 404);
    await refusedWith('anonymous', 404);
    expect(await pushState(caller)).toBe('available');
  });

  it('503: a trunk that is full, or what the number says instead', async () => {
    const { trunkId } = await make(program.request, '/api/trunks', {
      name: 'Narrow',
      host: '127.0.0.1',
      maxConcurrentCalls: 1,
    });
    const number = newOwnNumber();
    const body = { phoneNumber: number, trunkId, inboundAgentId: dialing.agentId };
    await make(program.request, '/api/phone-numbers', body);
    const other = '+12125550777';
    const first = await phone.dial(program.sipPort, number, { from: other });
    await happened(first, /answered/);
    await refusedWith(number, 503);
    first.hangUp();
    await over((await byPhone(other)).latestCall.callId);
    const again = await phone.dial(program.sipPort, number, { from: other });
    await happened(again, /answered/);
    again.hangUp();
  });

  it('403: a source that the trunk of the number does not allow, counted', async () => {
    const counted = /parley_inbound_refused_total\{[^}]*source-not-allowed[^}]*\} (\d+)/;
    const before = await metric(counted);
    const elsewhere = await make(program.request, '/api/trunks', {
      name: 'Elsewhere',
      host: '192.0.2.1',
      allowedAddresses: ['192.0.2.0/24'],
    });
    const number = newOwnNumber();
    const body = { phoneNumber: number, trunkId: elsewhere.trunkId, inboundAgentId: dialing.agentId };
    await make(program.request, '/api/phone-numbers', body);
    await push(caller, { name: 'Grace' });
    await refusedWith(number, 403);
    const none = newOwnNumber();
    await make(program.request, '/api/phone-numbers', { phoneNumber: none, inboundAgentId: dialing.agentId });
    await refusedWith(none, 403);
    expect(await pushState(caller)).toBe('available');
    expect(await metric(counted)).toBe(before + 2);
  });

  it('what the number says: an agent whose model cannot be had', async () => {
    const { agentId } = await make(program.request, '/api/agents', {
      name: 'Keyless',
      prompt: 'Talk.',
      model: { provider: 'anthropic', model: 'claude' },
    });
    const number = newOwnNumber();
    await make(program.request, '/api/phone-numbers', {
      ...{ phoneNumber: number, trunkId: dialing.trunkId, inboundAgentId: agentId },
      overflow: { type: 'reject', code: 503 },
    });
    await push(caller, { name: 'Grace' });
    await refusedWith(number, 503);
    expect(await pushState(caller)).toBe('available');
    expect(await callsOf(caller)).toEqual([]);
  });

  it('486, or what the number says: no agent, no free slot', async () => {
    const number = newOwnNumber();
    const { phoneNumberId } = await make(program.request, '/api/phone-numbers', {
      phoneNumber: number,
      trunkId: dialing.trunkId,
    });
    await push(caller, { name: 'Grace' });
    await refusedWith(number, 486);
    await program.request('PATCH', `/api/phone-numbers/${phoneNumberId}`, {
      body: { overflow: { type: 'reject', code: 503 } },
    });
    await refusedWith(number, 503);
    await program.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 1 } });
    const first = await phone.dial(program.sipPort, dialing.phoneNumber, { from: '+14155558888' });
    await happened(first, /answered/);
    await refusedWith(dialing.phoneNumber, 486);
    await program.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 10 } });
    first.hangUp();
    expect(await pushState(caller)).toBe('available');
    // They left no record, but are counted.
    const turnedAway = async (of: string) =>
      (await program.request('GET', `/api/analytics/turned-away?phoneNumberId=${of}`)).body;
    await expect
      .poll(() => turnedAway(phoneNumberId), { timeout: 10_000 })
      .toMatchObject({ total: 2, byReason: { 'no-agent': 2 }, numbers: [{ phoneNumber: number, total: 2 }] });
    await expect
      .poll(async () => (await turnedAway(dialing.phoneNumberId)).byReason, { timeout: 10_000 })
      .toMatchObject({ 'organization-limit': expect.any(Number) });
    const { attention } = (await program.request('GET', '/api/overview')).body;
    const turnedAwayOf = attention.filter(({ kind }: { kind: string }) => kind === 'callers-turned-away');
    expect(turnedAwayOf).toContainEqual({
      ...{ kind: 'callers-turned-away', id: null, name: null, reason: 'organization-limit' },
      ...{ count: expect.any(Number), since: expect.any(String) },
    });
    // A number without an agent turns callers away on purpose.
    expect(turnedAwayOf.map(({ id }: { id: string }) => id)).not.toContain(phoneNumberId);
  });
});

describe('by hand', () => {
  let raw: RawCaller;
  let rtp: RtpPeer;
  beforeEach(async () => {
    raw = await openRawCaller(program.sipPort);
    rtp = await RtpPeer.open();
    return async () => {
      await raw[Symbol.asyncDispose]();
      await rtp[Symbol.asyncDispose]();
    };
  });
  const token = () => randomBytes(8).toString('hex');
  const newCall = () => ({
    number: dialing.phoneNumber,
    from: caller,
    callId: token(),
    branch: `z9hG4bK${token()}`,
    fromTag: token(),
  });
  const lines = (call: Parameters<typeof requestLines>[2]) => requestLines(raw, program.sipPort, call);
  const finalOf = (branch: string) =>
    raw.message(
      (text) => /^SIP\/2\.0 [2-6]/.test(text) && text.includes(branch) && /CSeq: \d+ INVITE/i.test(text),
    );

  it('an INVITE that is repeated and forked is one call and uses one push', async () => {
    await push(caller, { name: 'Grace' });
    const call = newCall();
    const sdp = plainSdp(rtp.port);
    const invite = lines({ ...call, method: 'INVITE', sdp });
    for (let i = 0; i < 5; i++) raw.send(invite, sdp);
    const forks = [`z9hG4bK${token()}`, `z9hG4bK${token()}`];
    for (const branch of forks) raw.send(lines({ ...call, branch, method: 'INVITE', sdp }), sdp);
    const answer = await finalOf(call.branch);
    expect(answer).toMatch(/^SIP\/2\.0 200 /);
    for (const branch of forks) expect(await finalOf(branch)).toMatch(/^SIP\/2\.0 482 /);
    const toTag = toTagOf(answer);
    raw.send(lines({ ...call, branch: `z9hG4bK${token()}`, method: 'ACK', toTag }));
    const [record, ...more] = await callsOf(caller);
    expect([more, record.callVariables]).toEqual([[], { name: 'Grace' }]);
    raw.send(lines({ ...call, branch: `z9hG4bK${token()}`, method: 'BYE', cseq: 2, toTag }));
    await over(record.callId);
    // The next push is for the next call, and the one that is over is not it, by whichever way it comes again.
    await push(caller, { name: 'Hopper' });
    raw.send(invite, sdp);
    const late = `z9hG4bK${token()}`;
    raw.send(lines({ ...call, branch: late, method: 'INVITE', sdp }), sdp);
    expect(await finalOf(late)).toMatch(/^SIP\/2\.0 482 /);
    expect(await pushState(caller)).toBe('available');
    expect(await callsOf(caller)).toHaveLength(1);
  });

  it('a caller without an offer is answered with one, and has a conversation', async () => {
    const call = newCall();
    raw.send(lines({ ...call, method: 'INVITE' }));
    const answer = await finalOf(call.branch);
    expect(answer).toMatch(/^SIP\/2\.0 200 [\s\S]*m=audio/);
    const sdp = plainSdp(rtp.port);
    const toTag = toTagOf(answer);
    raw.send(lines({ ...call, branch: `z9hG4bK${token()}`, method: 'ACK', toTag, sdp }), sdp);
    await rtp.until((received) => received.length > 5);
    raw.send(lines({ ...call, branch: `z9hG4bK${token()}`, method: 'BYE', cseq: 2, toTag }));
    const [record] = await callsOf(caller);
    expect(await over(record.callId)).toMatchObject(hungUpUnheard);
  });

  it('a caller on hold that asks for an offer is offered all there is, and the audio goes where its answer says', async () => {
    const call = newCall();
    const sdp = plainSdp(rtp.port);
    raw.send(lines({ ...call, method: 'INVITE', sdp }), sdp);
    const toTag = toTagOf(await finalOf(call.branch));
    const next = () => ({ ...call, branch: `z9hG4bK${token()}`, toTag });
    raw.send(lines({ ...next(), method: 'ACK' }));
    await rtp.until((received) => received.length > 5);
    const hold = { ...next(), method: 'INVITE', cseq: 2, sdp: `${sdp}a=sendonly\r\n` };
    raw.send(lines(hold), hold.sdp);
    expect(await finalOf(hold.branch)).toContain('a=recvonly');
    raw.send(lines({ ...next(), method: 'ACK', cseq: 2 }));
    const asked = { ...next(), method: 'INVITE', cseq: 3 };
    raw.send(lines(asked));
    const offer = await finalOf(asked.branch);
    expect(offer).toContain('a=sendrecv');
    expect(offer).toMatch(/m=audio \d+ RTP\/AVP( \d+){3,}/);
    await using elsewhere = await RtpPeer.open();
    const answer = plainSdp(elsewhere.port);
    raw.send(lines({ ...next(), method: 'ACK', cseq: 3, sdp: answer }), answer);
    await elsewhere.until((received) => received.length > 5);
    raw.send(lines({ ...next(), method: 'BYE', cseq: 4 }));
    const [record] = await callsOf(caller);
    expect(await over(record.callId)).toMatchObject(hungUpUnheard);
  });

  it('an address that is written as a name is looked up, and refused with 488 where it leads nowhere', async () => {
    const named = (name: string) => plainSdp(rtp.port).replace('c=IN IP4 127.0.0.1', `c=IN IP4 ${name}`);
    const lost = newCall();
    raw.send(lines({ ...lost, method: 'INVITE', sdp: named('nowhere.invalid') }), named('nowhere.invalid'));
    const refusal = await finalOf(lost.branch);
    expect(refusal).toMatch(/^SIP\/2\.0 488 /);
    expect(refusal).toContain('Warning: 399 parley "no usable connection address"');
    const call = newCall();
    raw.send(lines({ ...call, method: 'INVITE', sdp: named('localhost') }), named('localhost'));
    const toTag = toTagOf(await finalOf(call.branch));
    const next = (method: string, cseq: number) => ({
      ...{ ...call, branch: `z9hG4bK${token()}`, toTag },
      ...{ method, cseq },
    });
    raw.send(lines(next('ACK', 1)));
    await rtp.until((received) => received.length > 5);
    // Within the call, what was looked up is known.
    await using elsewhere = await RtpPeer.open();
    const moved = {
      ...next('INVITE', 2),
      sdp: named('localhost').replace(`${rtp.port}`, `${elsewhere.port}`),
    };
    raw.send(lines(moved), moved.sdp);
    expect(await finalOf(moved.branch)).toMatch(/^SIP\/2\.0 200 /);
    raw.send(lines(next('ACK', 2)));
    await elsewhere.until((received) => received.length > 5);
    raw.send(lines(next('BYE', 3)));
    const [record] = await callsOf(caller);
    expect(await over(record.callId)).toMatchObject(hungUpUnheard);
  });

  it('the headers of the INVITE are variables, and a key sent by INFO is heard', async () => {
    const call = newCall();
    const sdp = plainSdp(rtp.port);
    const headers = [
      'X-Customer-Name: Grace H',
      'Diversion: <sip:+15550177@example.com>;reason=unconditional',
    ];
    raw.send(lines({ ...call, method: 'INVITE', sdp, headers }), sdp);
    const toTag = toTagOf(await finalOf(call.branch));
    const within = (method: string, cseq: number) => ({
      ...call,
      branch: `z9hG4bK${token()}`,
      method,
      cseq,
      toTag,
    });
    raw.send(lines(within('ACK', 1)));
    await rtp.until((received) => received.length > 5);
    const [record] = await callsOf(caller);
    expect(record.callVariables).toEqual({ sipXCustomerName: 'Grace H', divertedFrom: '+15550177' });
    const info = { ...within('INFO', 2), headers: ['Content-Type: application/dtmf-relay'] };
    raw.send(lines(info), 'Signal=5\r\nDuration=160\r\n');
    await raw.message((text) => text.startsWith('SIP/2.0 200') && text.includes(info.branch));
    raw.send(lines(within('BYE', 3)));
    const { transcript } = await over(record.callId);
    expect(transcript).toContainEqual(expect.objectContaining({ role: 'user', message: '5', name: 'dtmf' }));
  });

  it('one that never answers our offer is hung up', async () => {
    const call = newCall();
    raw.send(lines({ ...call, method: 'INVITE' }));
    const toTag = toTagOf(await finalOf(call.branch));
    raw.send(lines({ ...call, branch: `z9hG4bK${token()}`, method: 'ACK', toTag }));
    await raw.message((text) => text.startsWith('BYE '));
    const [record] = await callsOf(caller);
    expect(await over(record.callId)).toMatchObject({ endedReason: 'provider-error', startedAt: null });
  });

  it('one that is stopped while our offer is open is hung up when it acknowledges', async () => {
    const call = newCall();
    raw.send(lines({ ...call, method: 'INVITE' }));
    const toTag = toTagOf(await finalOf(call.branch));
    const [record] = await callsOf(caller);
    await program.request('POST', `/api/calls/${record.callId}/cancel`);
    expect(await over(record.callId)).toMatchObject({ status: 'canceled', endedReason: 'manually-canceled' });
    raw.send(lines({ ...call, branch: `z9hG4bK${token()}`, method: 'ACK', toTag }));
    await raw.message((text) => text.startsWith('BYE '));
  });

  it('one that challenges our BYE gets it again with the password of its trunk', async () => {
    const body = { username: 'bob', password: 'secret' };
    expect((await program.request('PATCH', `/api/trunks/${dialing.trunkId}`, { body })).status).toBe(200);
    const call = newCall();
    const sdp = plainSdp(rtp.port);
    raw.send(lines({ ...call, method: 'INVITE', sdp }), sdp);
    const toTag = toTagOf(await finalOf(call.branch));
    raw.send(lines({ ...call, branch: `z9hG4bK${token()}`, method: 'ACK', toTag }));
    const [record] = await callsOf(caller);
    await program.request('POST', `/api/calls/${record.callId}/cancel`);
    const isOurs = (text: string) => text.startsWith('BYE ') && text.includes(call.callId);
    const bye = await raw.message(isOurs);
    const copied = bye.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq): /.test(line));
    const challenge = 'WWW-Authenticate: Digest realm="carrier", nonce="n1", qop="auth"';
    raw.send(['SIP/2.0 401 Unauthorized', ...copied, challenge]);
    const again = await raw.message((text) => isOurs(text) && text.includes('\r\nAuthorization: '));
    expect(again).toMatch(
      /^Authorization: Digest username="bob", realm="carrier", nonce="n1", .*nc=00000001/m,
    );
  });

  it('an offer of codecs that we have not is refused with 488', async () => {
    await push(caller, { name: 'Grace' });
    const call = newCall();
    const sdp = plainSdp(rtp.port)
      .replace('RTP/AVP 0', 'RTP/AVP 9')
      .replace('a=rtpmap:0 PCMU', 'a=rtpmap:9 G722');
    raw.send(lines({ ...call, method: 'INVITE', sdp }), sdp);
    const refusal = await finalOf(call.branch);
    expect(refusal).toMatch(/^SIP\/2\.0 488 /);
    expect(refusal).toContain('Warning: 399 parley "no common codec"');
    expect(await callsOf(caller)).toEqual([]);
    const { body } = await program.request('GET', `/api/call-personalization/${caller}`);
    expect(body.state).toBe('available');
    // The caller leaves no record, so the trunk shows it.
    const problem = 'an inbound call that offered G722 was refused with 488: no common codec';
    await eventually(
      async () =>
        (await program.request('GET', `/api/trunks/${dialing.trunkId}`)).body.health.audioProblem ?? '',
      problem,
    );
  });

  it('a CANCEL that comes at any moment leaves nothing behind', { timeout: 30_000 }, async () => {
    await push(caller, { name: 'Grace' });
    for (let i = 0; i < 12; i++) {
      const call = newCall();
      const sdp = plainSdp(rtp.port);
      raw.send(lines({ ...call, method: 'INVITE', sdp }), sdp);
      await new Promise((resolve) => setTimeout(resolve, i * 2));
      raw.send(lines({ ...call, method: 'CANCEL' }));
      const answer = await finalOf(call.branch);
      const toTag = toTagOf(answer);
      const isAnswered = answer.startsWith('SIP/2.0 200');
      const ackBranch = isAnswered ? `z9hG4bK${token()}` : call.branch;
      raw.send(lines({ ...call, branch: ackBranch, method: 'ACK', toTag }));
      if (isAnswered)
        raw.send(lines({ ...call, branch: `z9hG4bK${token()}`, method: 'BYE', cseq: 2, toTag }));
    }
    await expect
      .poll(
        async () => {
          const calls: { status: string }[] = await callsOf(caller);
          return calls.every(({ status }) => /^(ended|canceled)$/.test(status));
        },
        { timeout: 15_000 },
      )
      .toBe(true);
    // A call that was given up before it was admitted has no record and uses no push.
    const isUsed = (await callsOf(caller)).length > 0;
    expect(await pushState(caller)).toBe(isUsed ? 'consumed' : 'available');
  });
});

describe('answers without an ACK', () => {
  let raw: RawCaller;
  let rtp: RtpPeer;
  const hangUps: (() => void)[] = [];
  beforeEach(async () => {
    raw = await openRawCaller(program.sipPort);
    rtp = await RtpPeer.open();
    return async () => {
      // A test that failed leaves no line taken to its next try.
      for (const hangUp of hangUps.splice(0)) hangUp();
      await raw[Symbol.asyncDispose]();
      await rtp[Symbol.asyncDispose]();
    };
  });
  const token = () => randomBytes(8).toString('hex');
  const answersTo = (branch: string) =>
    raw.received.filter((text) => text.startsWith('SIP/2.0 200 ') && text.includes(branch));
  /** An INVITE in the trunk's name, whose answers come and are not acknowledged. */
  const answered = async (number: string) => {
    const call = {
      ...{ number, from: caller, callId: token(), fromTag: token() },
      branch: `z9hG4bK${token()}`,
    };
    const sdp = plainSdp(rtp.port);
    raw.send(requestLines(raw, program.sipPort, { ...call, method: 'INVITE', sdp }), sdp);
    const answer = await raw.message((text) => /^SIP\/2\.0 [2-6]/.test(text) && text.includes(call.branch));
    const toTag = toTagOf(answer);
    const within = (method: string, cseq: number) =>
      raw.send(
        requestLines(raw, program.sipPort, { ...call, branch: `z9hG4bK${token()}`, method, cseq, toTag }),
      );
    hangUps.push(() => within('BYE', 9));
    const rtpPort = Number(/^m=audio (\d+)/m.exec(answer)?.[1]);
    return { ...call, within, rtpPort, status: answer.slice(8, 11) };
  };
  const withRecord = async <Call extends { callId: string }>(call: Call) => {
    const { latestCall } = await get(`/api/calls/external/${call.callId}`);
    return { ...call, recordId: latestCall.callId as string };
  };
  const forge = async (number: string) => withRecord(await answered(number));
  const notes = async (callId: string): Promise<string[]> => {
    const { decisions } = await get(`/api/calls/${callId}/why`);
    return decisions.map(({ reason }: { reason: string }) => reason);
  };
  const isTalking = (callId: string) =>
    expect
      .poll(async () => (await get(`/api/calls/${callId}`)).status, { timeout: 20_000 })
      .toBe('in-progress');

  it('the caller whose ACK is lost for seconds keeps the call', { timeout: 40_000 }, async () => {
    const call = await forge(dialing.phoneNumber);
    // Repeated at 0.5, 1.5 and 3.5 s.
    await expect.poll(() => answersTo(call.branch).length, { timeout: 20_000 }).toBeGreaterThan(3);
    call.within('ACK', 1);
    await isTalking(call.recordId);
    call.within('BYE', 2);
    expect(await over(call.recordId)).toMatchObject(hungUpUnheard);
  });

  it('who sends audio without an ACK gets no line and no agent: an offer may name any address', {
    timeout: 40_000,
  }, async () => {
    const call = await forge(dialing.phoneNumber);
    rtp.setRemote('127.0.0.1', call.rtpPort);
    const done = new AbortController();
    const speaking = rtp.sendPcm(new Int16Array(480_000), { signal: done.signal });
    await expect.poll(() => notes(call.recordId), { timeout: 20_000 }).toContain('answer-unproven');
    expect((await get(`/api/calls/${call.recordId}`)).startedAt).toBeNull();
    call.within('ACK', 1);
    await isTalking(call.recordId);
    done.abort();
    await speaking;
    call.within('BYE', 2);
    expect(await over(call.recordId)).toMatchObject({ endedReason: 'customer-ended-call' });
  });

  it('three forged INVITEs take the three lines for 4 s, ten more take none, and the next caller is served', {
    timeout: 60_000,
  }, async () => {
    // A trunk of its own: forged calls of other tests, or of a first try of this one, made theirs suspect.
    const trunk = { name: 'Forged', host: '127.0.0.1', port: phone.port, allowedAddresses: ['127.0.0.1'] };
    const { trunkId } = await make(program.request, '/api/trunks', trunk);
    const phoneNumber = newOwnNumber();
    await make(program.request, '/api/phone-numbers', {
      ...{ phoneNumber, trunkId, inboundAgentId: dialing.agentId },
    });
    await admitted(phoneNumber);
    const live = async (status: string) => (await get(`/api/calls?status=${status}`)).calls.length;
    for (const status of ['ringing', 'in-progress'])
      await expect.poll(() => live(status), { timeout: 20_000 }).toBe(0);
    // So few that none has to wait for the embedded voice, however slow the machine is.
    await program.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 3 } });
    onTestFinished(async () => {
      await program.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 10 } });
    });
    // All come at once, because the first line is free again 4 s after its answer.
    const flood = await Promise.all(Array.from({ length: 4 }, () => answered(phoneNumber)));
    const counted = Object.groupBy(flood, ({ status }) => status);
    expect({ answered: counted['200']?.length, busy: counted['486']?.length }).toEqual({
      answered: 3,
      busy: 1,
    });
    const unread = counted['200']!;
    const forged = await Promise.all(unread.map(withRecord));
    await vi.waitFor(
      async () => {
        const call = await phone.dial(program.sipPort, phoneNumber, { from: '+14155558881' });
        hangUps.push(() => call.hangUp());
        await happened(call, /answered|failed/);
        expect(call.events.join()).toContain('answered');
      },
      { timeout: 12_000, interval: 200 },
    );
    for (const { recordId } of forged)
      await expect.poll(() => notes(recordId), { timeout: 20_000 }).toContain('answer-unproven');
    const more = [];
    for (let i = 0; i < 10; i++) more.push(await forge(phoneNumber));
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set(['200']));
    const real = await phone.dial(program.sipPort, phoneNumber, { from: '+14155558882' });
    hangUps.push(() => real.hangUp());
    await happened(real, /answered/);
    await real.rtp.until((received) => received.length > 5);
    // The forged ones go on waiting for their ACK, as RFC 3261 has it.
    expect(raw.received.filter((text) => text.startsWith('BYE '))).toEqual([]);
    // One that comes late after all has a line while there is one.
    forged[1]!.within('ACK', 1);
    await isTalking(forged[1]!.recordId);
    forged[2]!.within('ACK', 1);
    await raw.message((text) => text.startsWith('BYE ') && text.includes(forged[2]!.callId));
    expect(await over(forged[2]!.recordId)).toMatchObject({ endedReason: 'provider-error', startedAt: null });
    for (const hangUp of hangUps.splice(0)) hangUp();
    // Of the second ten, no provider was asked for anything.
    const ends = await Promise.all(more.map(({ recordId }) => over(recordId)));
    expect(ends.flatMap(({ usage }) => usage ?? [])).toEqual([]);
  });
});

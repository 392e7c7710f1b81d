import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { openPhone, type Phone, type PhoneCall } from './call-phone.ts';
import { hear, spoken } from './call-speech.ts';
import { callsProgram } from './calls-program.ts';

let program: Program;
let phone: Phone;
let dialing: Dialing;
let server: Server;
const requests: unknown[] = [];
let repeats = 0;

const dialogue = {
  start: 'menu',
  nodes: {
    menu: {
      say: 'Press a key.',
      listen: {
        options: [
          { keys: ['1'], goto: 'look' },
          { keys: ['2'], goto: 'optOut' },
        ],
      },
    },
    look: {
      call: {
        tool: 'order_status',
        arguments: { customer: '{{firstName}}' },
        result: { state: 'order.state' },
        onSuccess: 'note',
        onFailure: 'sorry',
      },
    },
    note: {
      call: {
        tool: 'setCallSessionData',
        arguments: { data: { state: '{{state}}' } },
        onSuccess: 'report',
        onFailure: 'sorry',
      },
    },
    report: { say: 'Your order is {{state}}.', listen: { options: [{ keys: ['9'], goto: 'bye' }] } },
    bye: { say: 'Goodbye.', end: true },
    optOut: { call: { tool: 'optOut', onSuccess: 'bye', onFailure: 'sorry' } },
    sorry: { say: 'That did not work.', end: true },
  },
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push(JSON.parse(body));
    response.end('{"order":{"state":"on its way"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  program = await callsProgram.organization();
  phone = await openPhone();
  const parameters = { type: 'object', properties: { customer: { type: 'string' } } };
  dialing = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: {
      firstMessage: 'Press a key.',
      limits: { maxDurationSeconds: 60, silenceSeconds: 20 },
      model: { provider: 'scripted', dialogue },
      tools: [
        { type: 'http', name: 'order_status', description: 'Of an order', url: `${base}/orders`, parameters },
        // That port refuses connections, and the call is placed and carried all the same.
        { type: 'mcp', name: 'gone', url: 'http://127.0.0.1:9/mcp' },
        { type: 'setCallSessionData' },
        { type: 'optOut' },
      ],
    },
  });
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
  await new Promise((resolve) => server.close(resolve));
});

/** Dials a customer and has it press a key as soon as it hears the agent. */
async function callAndPress(customer: string, key: string): Promise<{ callId: string; call: PhoneCall }> {
  const body = {
    ...{ phoneNumber: customer, phoneNumberId: dialing.phoneNumberId },
    variables: { firstName: 'Ada' },
  };
  const placed = await program.request('POST', `/api/agents/${dialing.agentId}/calls`, { body });
  expect([placed.status, placed.text]).toEqual([201, expect.any(String)]);
  const call = await phone.call(({ number }) => number === customer);
  await heard(call);
  await call.incoming!.sendDigit(key);
  return { callId: placed.body.callId, call };
}

/** Waits until there is something to hear. */
const heard = (call: PhoneCall) =>
  expect
    .poll(() => call.rtp.receivedPcm().some((sample) => Math.abs(sample) > 1000), { timeout: 10_000 })
    .toBe(true);
const read = async (path: string) => (await program.request('GET', path)).body;
const over = async (callId: string) => {
  await expect
    .poll(async () => (await read(`/api/calls/${callId}`)).status, { timeout: 20_000 })
    .toMatch(/^(ended|canceled)$/);
  return read(`/api/calls/${callId}`);
};

it('a key leads to a request, what came of it is spoken, and others can look it up meanwhile', {
  timeout: 40_000,
}, async () => {
  // A repeated test calls another number.
  const customer = `+1212555${2100 + repeats++}`;
  requests.length = 0;
  const { callId, call } = await callAndPress(customer, '1');
  const speech = await spoken('Your order is on its way.');
  await expect
    .poll(() => hear(call.rtp.receivedPcm(), speech).likeness, { timeout: 20_000, interval: 500 })
    .toBeGreaterThan(0.9);
  expect(requests).toEqual([{ customer: 'Ada' }]);
  const found = await read(`/api/calls/phone/${encodeURIComponent(customer)}`);
  expect(found).toMatchObject({ data: { state: 'on its way' }, latestCall: { callId } });
  await call.incoming!.sendDigit('9');
  const record = await over(callId);
  expect(record).toMatchObject({ endedReason: 'assistant-ended-call', endedBy: 'Agent ended the call' });
  const tools = record.transcript.filter(({ role }: { role: string }) => role === 'tool');
  expect(tools).toMatchObject([
    {
      name: 'order_status',
      toolCall: { arguments: { customer: 'Ada' } },
      result: { order: { state: 'on its way' } },
    },
    { name: 'setCallSessionData', result: { written: true } },
    { name: 'endCall' },
  ]);
  // The last key may have cut the end of it short.
  expect(record.transcript.map(({ message }: { message: string }) => message)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Your order/), 'Goodbye.']),
  );
});

it('who opts out is not called again', { timeout: 40_000 }, async () => {
  const customer = '+12125552002';
  const { callId } = await callAndPress(customer, '2');
  expect(await over(callId)).toMatchObject({
    endedReason: 'customer-opted-out',
    endedBy: 'Agent ended the call',
  });
  const { phoneNumberId, scheduleId, agentId } = dialing;
  const next = await program.request('POST', `/api/agents/${agentId}/calls/campaign`, {
    body: {
      ...{ campaignName: 'Next', scheduleId, phoneNumber: customer, phoneNumberId },
      variables: { firstName: 'Ada' },
    },
  });
  expect([next.status, next.text]).toEqual([201, expect.any(String)]);
  expect(await over(next.body.callId)).toMatchObject({ endedReason: 'number-suppressed' });
  expect(phone.calls.filter(({ number }) => number === customer)).toHaveLength(1);
});

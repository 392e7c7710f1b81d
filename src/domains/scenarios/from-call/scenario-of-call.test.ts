import { describe, expect, it } from 'vitest';
import { configurationOf } from '../../agents/index.ts';
import { ScenarioDocument } from '../schema.ts';
import type { PlayableCall } from './playable-call.ts';
import { type ShownConfiguration, scenarioOfCall } from './scenario-of-call.ts';

const answeredAtMs = Date.parse('2026-11-21T10:00:00Z');
type Entry = PlayableCall['transcript'][number];

/** Returns an entry from one position to another, in seconds. */
function entry(role: Entry['role'], from: number, to: number, message: string, rest: Partial<Entry> = {}) {
  const time = (seconds: number) => new Date(answeredAtMs + seconds * 1000).toISOString();
  const times = { time: time(from), endTime: time(to), duration: Math.round((to - from) * 1000) / 1000 };
  return { role, message, secondsFromStart: from, ...times, ...rest };
}
const bot = (from: number, to: number, message: string) => entry('bot', from, to, message);
const user = (from: number, to: number, message: string) => entry('user', from, to, message);
const key = (at: number, digit: string) => entry('user', at, at, digit, { name: 'dtmf' });
const tool = (from: number, to: number, name: string, input: object, result: Record<string, unknown>) =>
  entry('tool', from, to, '', { name, result, toolCall: { id: '1', name, arguments: input } });

/** Returns a call of this many seconds, which the customer ended by default. */
function callOf(seconds: number, transcript: Entry[], rest: Partial<PlayableCall> = {}): PlayableCall {
  return {
    callId: 'call_1',
    type: 'inboundPhoneCall',
    startedAt: new Date(answeredAtMs).toISOString(),
    endedAt: new Date(answeredAtMs + seconds * 1000).toISOString(),
    endedBy: 'Customer ended the call',
    endedReason: 'customer-ended-call',
    sipCode: null,
    answeredBy: null,
    transcript,
    turns: [],
    latency: null,
    callVariables: {},
    agentVersion: 3,
    ...rest,
  };
}

function agentOf(given: object = {}): ShownConfiguration {
  return configurationOf({ name: 'Anna', prompt: 'Be kind.', ...given }) as unknown as ShownConfiguration;
}
const made = (call: PlayableCall, agent: object = {}) => {
  const scenario = scenarioOfCall(call, agentOf(agent));
  // The result is a valid scenario.
  if (scenario) ScenarioDocument.parse(JSON.parse(JSON.stringify(scenario)));
  return scenario;
};
const stepsOf = (call: PlayableCall) => made(call)?.steps;

describe('the customer of a recorded call', () => {
  it('speaks after a turn with the recorded delay, and hangs up', () => {
    const call = callOf(9, [bot(0.2, 2, 'Hello?'), user(4, 5, 'Hi.'), bot(5.5, 7, 'Bye.')]);
    const turn = { await: 'turn' };
    expect(stepsOf(call)).toEqual([
      turn,
      { wait: 1300 },
      { say: 'Hi.' },
      turn,
      { wait: 1300 },
      { hangUp: true },
    ]);
  });

  it('speaks first when the agent waited', () => {
    const call = callOf(9, [user(1.5, 2, 'Anybody?'), bot(2.5, 4, 'Yes.')]);
    expect(stepsOf(call)?.slice(0, 2)).toEqual([{ wait: 1500 }, { say: 'Anybody?' }]);
  });

  it('interrupts at the recorded point of the turn, pauses included', () => {
    const call = callOf(20, [
      bot(0.2, 2, 'First.'),
      bot(4, 6, 'Second.'),
      bot(6.3, 9.2, 'Third'),
      user(9, 10, 'Stop!'),
      bot(11, 12, 'Yes?'),
    ]);
    expect(stepsOf(call)?.slice(0, 3)).toEqual([
      { await: 'turn' },
      { interrupt: { afterMs: 5000, say: 'Stop!' } },
      { await: 'turn' },
    ]);
  });

  it('waits for the rest of a turn that continued through its words', () => {
    const call = callOf(12, [bot(0, 8, 'A long story.'), user(3, 3.4, 'Yes.'), user(9, 10, 'No.')]);
    const steps = stepsOf(call)?.slice(0, 4);
    expect(steps).toEqual([
      { interrupt: { afterMs: 3000, say: 'Yes.' } },
      { await: 'turn' },
      { wait: 300 },
      { say: 'No.' },
    ]);
  });

  it('presses keys of one entry together, also during a sentence', () => {
    const call = callOf(20, [
      bot(0, 4, 'Press one, or two.'),
      key(5, '1'),
      bot(7, 9, 'Your number?'),
      key(11, '4'),
      key(11.5, '7'),
      tool(11.99, 12.5, 'find', {}, {}),
      key(12, '#'),
      bot(13, 14, 'Thanks.'),
    ]);
    const acts = stepsOf(call)?.filter((step) => !('wait' in step) && !('await' in step));
    expect(acts).toEqual([{ press: '1' }, { press: '47#' }, { hangUp: true }]);
    // A key interrupts speech at once. Only the ledger knows that there was more to say.
    const turns = [{ interruptedAtMs: 5000 }] as PlayableCall['turns'];
    const cut = callOf(20, [bot(0, 4.98, 'Press one, or'), key(5, '1')], { turns });
    expect(stepsOf(cut)?.[0]).toEqual({ interrupt: { afterMs: 5000, press: '1' } });
  });

  it('separates turns by a silence unlike their inner pauses', () => {
    const call = callOf(20, [bot(0, 2, 'Let me see.'), bot(2.8, 4, 'Here it is.'), user(6, 7, 'Thanks.')]);
    expect(stepsOf(call)?.slice(0, 3)).toEqual([
      { await: 'turn', silenceMs: 1500 },
      { wait: 500 },
      { say: 'Thanks.' },
    ]);
    const slow = callOf(20, [bot(0, 2, 'Let me see.'), bot(5, 6, 'Here it is.'), user(7, 8, 'Thanks.')]);
    const acts = [{ await: 'turn' }, { await: 'turn' }, { wait: 300 }, { say: 'Thanks.' }];
    expect(stepsOf(slow)?.slice(0, 4)).toEqual(acts);
  });

  it('hangs up in the middle of the recorded sentence', () => {
    const call = callOf(3.1, [bot(0.1, 3, 'This is a long')]);
    expect(stepsOf(call)).toEqual([{ hangUp: { afterMs: 2900 } }]);
  });

  it('hangs up soon after a transfer', () => {
    const call = callOf(600, [bot(0, 2, 'I put you through.')], { endedReason: 'assistant-forwarded-call' });
    expect(stepsOf(call)).toEqual([{ await: 'turn' }, { wait: 3300 }, { hangUp: true }]);
  });

  it('waits for the end when the agent ended the call', () => {
    const transcript = [bot(0, 1, 'Hello.'), bot(5, 6, 'Are you there?')];
    const call = callOf(12, transcript, {
      endedReason: 'silence-timed-out',
      endedBy: 'Agent ended the call',
    });
    expect(stepsOf(call)).toEqual([{ await: 'end' }]);
    expect(made(call)?.expect).toMatchObject({ endedReason: 'silence-timed-out' });
  });

  it('says hello when answer detection recognized a person', () => {
    const answeredBy = { kind: 'person', decidedAtMs: 1200, reason: 'short' } as const;
    const call = callOf(9, [bot(2, 3, 'Hello.')], { type: 'outboundPhoneCall', answeredBy });
    expect(stepsOf(call)?.slice(0, 2)).toEqual([{ say: 'Hello?' }, { await: 'turn' }]);
  });
});

describe('unanswered calls', () => {
  it.each([
    ['customer-busy', 486, 'busy'],
    ['customer-busy', 603, { kind: 'declines', ringMs: 200, code: 603 }],
    ['customer-did-not-answer', null, { kind: 'no-answer', ringMs: 2000 }],
    ['trunk-rejected', 403, { kind: 'declines', ringMs: 200, code: 403 }],
  ] as const)('%s (%s) is a customer who is so', (endedReason, sipCode, customer) => {
    const endedBy = 'System ended the call';
    const call = callOf(0, [], {
      ...{ type: 'outboundPhoneCall', startedAt: null, endedReason, sipCode, endedBy },
    });
    expect(made(call)).toMatchObject({
      customer,
      steps: [{ await: 'end' }],
      expect: { endedReason, endedBy },
    });
  });

  it('returns null when the call never reached the customer', () => {
    for (const endedReason of ['trunk-unreachable', 'number-invalid', 'refused-by-gate'] as const) {
      const call = callOf(0, [], { type: 'outboundPhoneCall', startedAt: null, endedReason });
      expect(scenarioOfCall(call, agentOf())).toBeNull();
    }
  });
});

const scripted = { provider: 'scripted', dialogue: { start: 'a', nodes: { a: { say: 'x', end: true } } } };
const find = {
  type: 'http',
  name: 'find_order',
  description: 'Finds',
  url: 'https://shop.example.com/{{id}}',
  headers: { authorization: { secret: true } },
  method: 'GET',
};

describe('the agent of a recorded call', () => {
  const call = callOf(
    20,
    [
      bot(0, 1, 'Which order?'),
      user(2, 3, 'Number four.'),
      tool(3.5, 4.5, 'find_order', { id: 4 }, { state: 'sent' }),
      bot(4.6, 6, 'It was sent'),
      user(5.8, 6.5, 'Great.'),
      tool(5.76, 7.2, 'find_order', { id: 5 }, { error: 'status 404: no' }),
    ],
    { latency: { maxMs: 1234 } as PlayableCall['latency'] },
  );

  it('must say the same, call tools with the same arguments, and take about the same time', () => {
    expect(made(call, { model: scripted, tools: [find] })?.expect).toEqual({
      endedReason: 'customer-ended-call',
      endedBy: 'Customer ended the call',
      transcript: [
        { role: 'bot', is: 'Which order?' },
        { role: 'bot', contains: 'It' },
      ],
      toolCalls: [
        { name: 'find_order', arguments: { id: 4 } },
        { name: 'find_order', arguments: { id: 5 } },
      ],
      waitedMsMax: 3500,
    });
  });

  it('may use other words when a language model chooses them', () => {
    const model = { provider: 'openai', model: 'm', fallback: null };
    const scenario = made(call, { model, tools: [find] });
    expect(scenario?.expect).toMatchObject({
      transcript: [{ role: 'bot' }, { role: 'bot' }],
      toolCalls: ['find_order', 'find_order'],
    });
    expect(scenario?.needs).toEqual(['pocketsphinx', 'openai']);
  });

  it('may use other figures when its texts contain the date', () => {
    const dated = callOf(5, [bot(0, 1, 'It is 10:00.'), bot(2, 3, 'Bye.')]);
    const agent = { model: scripted, firstMessage: 'It is {{time}}.' };
    expect(made(dated, agent)?.expect?.transcript).toEqual([{ role: 'bot' }, { role: 'bot', is: 'Bye.' }]);
  });

  it('is recorded in turns by customer action', () => {
    expect(made(call, { model: scripted, tools: [find] })?.recorded).toEqual({
      callId: 'call_1',
      agentVersion: 3,
      endedReason: 'customer-ended-call',
      turns: [
        { customer: null, agent: ['Which order?'], isCut: false, tools: [], waitedMs: null },
        {
          customer: 'Number four.',
          agent: ['It was sent'],
          isCut: true,
          tools: [{ name: 'find_order', arguments: { id: 4 } }],
          waitedMs: null,
        },
        {
          customer: 'Great.',
          agent: [],
          isCut: false,
          tools: [{ name: 'find_order', arguments: { id: 5 } }],
          waitedMs: null,
        },
      ],
    });
  });

  it('has no effects outside: stubs answer its tools, and transfers reach the customer', () => {
    const tools = [find, { type: 'mcp', name: 'crm', url: 'https://crm.example.com' }, { type: 'endCall' }];
    const sales = { name: 'sales', type: 'sip', destination: 'sip:sales@example.com', mode: 'blind' };
    const withMcp = { ...call, transcript: [...call.transcript, tool(8, 9, 'crm_note', {}, { ok: true })] };
    const scenario = made(withMcp, { tools, transferDestinations: [sales] });
    expect(JSON.stringify(scenario)).not.toContain('example.com');
    expect(scenario?.agent).toMatchObject({
      tools: [
        { type: 'http', name: 'find_order', url: '$HTTP/tools/find_order' },
        { type: 'endCall' },
        { type: 'http', name: 'crm_note', url: '$HTTP/tools/crm_note' },
      ],
      transferDestinations: [{ name: 'sales', type: 'phone', destination: '+12025550100', mode: 'bridged' }],
    });
    expect(scenario?.http).toEqual({
      '/tools/find_order': [
        { status: 200, delayMs: 1000, json: { state: 'sent' } },
        { status: 404, delayMs: 1440, json: { error: 'status 404: no' } },
      ],
      '/tools/crm_note': [{ status: 200, delayMs: 1000, json: { ok: true } }],
    });
  });
});

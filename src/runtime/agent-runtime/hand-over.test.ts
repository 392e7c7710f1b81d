import { expect, it } from 'vitest';
import { onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { FakeLine, lineRateHz } from '../../../test/pipeline/fake-line.ts';
import { type FakeAnswer, fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { FakeTranscriber } from '../../../test/pipeline/fake-transcriber.ts';
import { fakeVoice, readSpeech } from '../../../test/pipeline/fake-voice.ts';
import type { Conversation } from '../../conversation/pipeline/index.ts';
import { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { AgentChange, CallEnd } from '../../domains/calls/index.ts';
import type { Statement } from '../../platform/db/index.ts';
// Loaded before the clock is replaced: it keeps the class of dates.
import '../../platform/expressions/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { handOversMax, openToolRunner, type ToolCall, type ToolRunnerOptions } from '../tools/index.ts';
import { converse } from './converse.ts';
import { type AgentEnvironment, prepareAgent } from './prepare-agent.ts';
import { SpareSpeech } from './spare-speech.ts';

onVirtualClock();

interface TestAgent {
  answers: FakeAnswer[];
  configuration?: Record<string, unknown>;
  requiredVariables?: string[];
}

const toBilling = (more: object = {}) => ({
  ...{ type: 'handOver', name: 'toBilling', description: 'For bills.', agentId: 'billing', message: null },
  ...{ opening: 'answer', history: 'all', turns: 1, variables: 'all', mayReturn: false },
  parameters: { type: 'object', properties: { invoice: { type: 'string' } } },
  ...more,
});

const openai = (model: string) => ({ provider: 'openai', model, fallbacks: [] });

/** Begins a call whose first agent is the first of `agents`. Each has a model with its answers. */
async function callWith(agents: Record<string, TestAgent>, variables: Record<string, unknown> = {}) {
  const models = Object.fromEntries(
    Object.entries(agents).map(([id, { answers }]) => [
      id,
      fakeModel((_, count) => answers[count - 1] ?? { text: `${id} again.` }),
    ]),
  );
  const rows = Object.entries(agents).map(([id, { configuration, requiredVariables = [] }]) => ({
    ...{ agent_id: id, version: 3, required_variables: requiredVariables, draft: null },
    configuration: {
      name: id,
      prompt: `You are ${id}.`,
      language: 'en',
      model: openai(id),
      ...configuration,
    },
  }));
  const { voice } = fakeVoice();
  const transcriber = new FakeTranscriber();
  const listened: (string | null)[] = [];
  const db = {
    query: async ({ name }: Statement, values: unknown[]) =>
      name === 'agents.get' ? rows.filter(({ agent_id }) => agent_id === values[1]) : [],
  };
  const environment = {
    db,
    spareSpeech: new SpareSpeech(),
    openTools: (toolCall: ToolCall, options: ToolRunnerOptions) =>
      openToolRunner(
        { db, secret: null, egress: () => Promise.reject(new Error('none')) } as never,
        toolCall,
        options,
      ),
    providers: {
      textToSpeech: async () => [voice],
      speechToText: async (config: { provider: string } | null) => {
        listened.push(config?.provider ?? null);
        return [transcriber];
      },
      languageModel: async (config: { model: string }) => {
        if (!models[config.model]) throw new Error(`no key for ${config.model}`);
        return [models[config.model]!.model];
      },
      speechToSpeech: async () => [],
    },
  } as unknown as AgentEnvironment;
  const over = new AbortController();
  const line = Object.assign(new FakeLine(), { listen: () => undefined });
  const call = {
    ...{ organizationId: 'org_a', callId: 'call_a', customerNumber: '+12145550123' },
    ...{ agentNumber: '+12025550100', variables },
  };
  const preparing = { gone: over.signal, log: silentLog, usage: new UsageMeter(), lineRateHz: null };
  const { configurationOf } = await import('../../domains/agents/index.ts');
  const { agent_id: agentId, version, configuration } = rows[0]!;
  const first = { ...configurationOf(configuration), agentId, version };
  const prepared = await prepareAgent(environment, first, call, preparing);
  const changes: AgentChange[] = [];
  const stopped = Promise.withResolvers<CallEnd>();
  let conversation: Conversation | null = null;
  let end: CallEnd | null = null;
  void converse({
    ...{ media: line, prepared, log: silentLog, ended: stopped.promise },
    carryOut: async () => ({ isOver: false, result: null }),
    onStarted: (begun) => {
      conversation = begun;
      begun.mediaStarted(line.nowMs);
    },
    onAgentChange: (change) => changes.push(change),
    onProgress: () => undefined,
  }).then((ended) => {
    end = ended;
  });
  await line.advance(20);
  const untilQuiet = async () => {
    for (
      let quietMs = 0;
      quietMs < 1500 && !end;
      quietMs = line.isSilent(line.nowMs - 100, line.nowMs) ? quietMs + 100 : 0
    )
      await line.advance(100);
  };
  return {
    line,
    models,
    changes,
    /** The transcribers that were opened; null is the embedded one. */
    listened,
    untilQuiet,
    get wire() {
      return readSpeech(line.sent);
    },
    async speaks(text: string) {
      const startMs = line.nowMs;
      transcriber.understands(text, startMs);
      conversation!.speechStarted({ atMs: startMs, decidedAtMs: startMs });
      await line.advance(600);
      conversation!.speechPaused({ atMs: startMs + 600, decidedAtMs: line.nowMs });
      await line.advance(200);
      conversation!.speechEnded({ atMs: startMs + 600, decidedAtMs: line.nowMs });
      return startMs + 600;
    },
    async ends() {
      stopped.resolve({
        ...{ status: 'ended', endedBy: 'Customer ended the call', endedReason: 'customer-ended-call' },
        message: '',
      });
      await line.advance(1200);
      over.abort();
      return end! as CallEnd;
    },
  };
}

const reception = (tool: object, answers: FakeAnswer[] = []) => ({
  configuration: { tools: [tool], firstMessage: 'Hello.' },
  answers: [{ calls: [{ name: 'toBilling', arguments: { reason: 'a bill' } }] }, ...answers],
});

it('lets another agent answer the caller, who knows why, and records who spoke', async () => {
  const call = await callWith(
    { reception: reception(toBilling()), billing: { answers: [{ text: 'Your bill is paid.' }] } },
    { customer: 'Ada' },
  );
  await call.untilQuiet();
  await call.speaks('What about my bill?');
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.Your bill is paid.');
  const [request] = call.models.billing!.asked;
  expect(inShort(request)).toEqual(['bot: Hello.', 'user: What about my bill?']);
  expect(request!.messages[0]!.content).toBe('You are billing.');
  expect(request!.messages.at(-2)!.content).toMatch(
    /^“reception” handed the conversation over to “billing”\.\n.*quoted.*\nReason: "a bill"$/,
  );
  const [from, to] = ['reception', 'billing'].map((id) => ({ agentId: id, version: 3, name: id }));
  expect(call.changes).toEqual([{ from, to, isReturn: false, reason: 'a bill' }]);
  const { transcript, turns } = await call.ends();
  expect(transcript!.map(({ role, message, name, agentId }) => [role, message || name, agentId])).toEqual([
    ['bot', 'Hello.', 'reception'],
    ['user', 'What about my bill?', undefined],
    ['tool', 'toBilling', 'reception'],
    ['bot', 'Your bill is paid.', 'billing'],
  ]);
  expect(turns!.map(({ turn, agentId }) => [turn, agentId])).toEqual([
    [1, 'reception'],
    [2, 'reception'],
    [3, 'billing'],
  ]);
  // The wait for the answer counts with the agent that gave it.
  expect(turns!.map(({ waitedMs }) => waitedMs)).toEqual([null, null, expect.any(Number)]);
});

it('keeps the transcriber of the call for an agent that has none, and the embedded one for a script', async () => {
  const before = reception(toBilling({ opening: 'firstMessage' }));
  Object.assign(before.configuration, { transcriber: { provider: 'deepgram' } });
  for (const [configuration, expected] of [
    [{}, 'deepgram'],
    [{ transcriber: { provider: 'soniox' } }, 'soniox'],
    [{ model: { provider: 'scripted', model: 'billing', fallbacks: [] } }, null],
  ] as const) {
    const billing = { answers: [], configuration: { firstMessage: 'Billing here.', ...configuration } };
    const call = await callWith({ reception: before, billing });
    await call.untilQuiet();
    await call.speaks('What about my bill?');
    await call.untilQuiet();
    await call.ends();
    expect(call.listened).toEqual(['deepgram', expected]);
  }
});

it('names no agent in the record of a call with one', async () => {
  const call = await callWith({ alone: { answers: [], configuration: { firstMessage: 'Hello.' } } });
  await call.untilQuiet();
  const { transcript, turns } = await call.ends();
  expect([...transcript!, ...turns!].filter((one) => 'agentId' in one)).toEqual([]);
});

it('leaves no longer silence than an answer with a tool, and less before a first message', async () => {
  /** Returns the longest silence between two sounds since the caller has spoken. */
  const silenceMs = async (agents: Record<string, TestAgent>) => {
    const call = await callWith(agents);
    await call.untilQuiet();
    const endMs = await call.speaks('What about my bill?');
    const from = (endMs * lineRateHz) / 1000;
    await call.untilQuiet();
    const sounds = call.line.sent.flatMap((sample, at) => (at >= from && sample !== 0 ? [at] : []));
    await call.ends();
    const gaps = sounds.map((at, index) => at - (sounds[index - 1] ?? from));
    return (Math.max(...gaps) * 1000) / lineRateHz;
  };
  const optOut = { type: 'setCallSessionData', name: 'toBilling', description: null };
  const usual = await silenceMs({ alone: reception(optOut, [{ text: 'Done.' }]) });
  const answered = await silenceMs({
    reception: reception(toBilling()),
    billing: { answers: [{ text: 'Paid.' }] },
  });
  const greeted = await silenceMs({
    reception: reception(toBilling({ message: 'One moment.', opening: 'firstMessage' })),
    billing: { answers: [], configuration: { firstMessage: 'Billing here.' } },
  });
  expect(answered - usual).toBeLessThanOrEqual(40);
  expect(greeted).toBeLessThan(usual);
});

it('hands back what it is asked to, and the first agent goes on with what it knew', async () => {
  const handOver = { reason: 'a bill', summary: 'Ada asks for bill 7.', invoice: '7' };
  const call = await callWith(
    {
      reception: {
        configuration: {
          tools: [toBilling({ mayReturn: true, history: 'summary', message: 'I put you through.' })],
          firstMessage: 'Hello.',
        },
        answers: [
          { calls: [{ name: 'toBilling', arguments: handOver }], state: 'asked' },
          { text: 'Back again.' },
        ],
      },
      billing: {
        configuration: {
          prompt: 'You are billing. Bill {{invoice}} of {{customer}}.',
          conversation: { recording: 'off' },
        },
        answers: [
          { text: 'Which bill?' },
          { calls: [{ name: 'handBack', arguments: { reason: 'all done', summary: 'Bill 7 is paid.' } }] },
        ],
      },
    },
    { customer: 'Ada' },
  );
  await call.untilQuiet();
  await call.speaks('My bill');
  await call.untilQuiet();
  await call.speaks('Number seven');
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.I put you through.Which bill?Back again.');
  const [first, second] = call.models.billing!.asked;
  expect(first!.messages[0]!.content).toBe('You are billing. Bill 7 of Ada.');
  expect([inShort(first), inShort(second)]).toEqual([[], ['bot: Which bill?', 'user: Number seven']]);
  expect(first!.messages[1]!.content).toContain('Summary: "Ada asks for bill 7."');
  const [, back] = call.models.reception!.asked;
  expect(inShort(back)).toEqual([
    ...['bot: Hello.', 'user: My bill', 'bot: I put you through. [toBilling]'],
    'tool: {"handedOverTo":"billing","agentId":"billing","agentVersion":3}',
  ]);
  expect(back!.messages.at(-2)!.content).toMatch(
    /^“billing” handed the conversation back to “reception”\.\n.*\nReason: "all done"\nSummary: "Bill 7 is paid\."$/,
  );
  expect(back!.state).toBe('asked');
  expect(call.line.pauses).toEqual([true, false]);
  await call.ends();
});

it('refuses what cannot take over, and goes on', async () => {
  const tool = toBilling();
  const refusal = async (billing: Record<string, TestAgent>, variables = {}) => {
    const call = await callWith(
      { reception: reception(tool, [{ text: 'Not now.' }]), ...billing },
      variables,
    );
    await call.untilQuiet();
    await call.speaks('My bill');
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.Not now.');
    const { transcript } = await call.ends();
    return transcript!.find(({ role }) => role === 'tool')!.result;
  };
  expect(await refusal({})).toEqual({ error: 'the other agent has been deleted' });
  const needy = { answers: [], requiredVariables: ['customer', 'contract'] };
  expect(await refusal({ billing: needy }, { customer: 'Ada' })).toEqual({
    error: 'billing needs the variable contract, which is not known',
  });
  const keyless = { answers: [], configuration: { model: openai('gone') } };
  expect(await refusal({ billing: keyless })).toEqual({
    error: 'billing cannot take over: no key for gone',
  });
});

const stage = (given: object) => ({
  ...{ instructions: '', dialogue: null, says: null, tools: null, collects: [], edges: [], global: null },
  ...{ finish: null },
  ...given,
});
const handOverTo = (agentId: string, more: object = {}) => ({
  handOver: {
    ...{ agentId, opening: 'answer', history: 'all', turns: 1, variables: 'all', mayReturn: false },
    ...more,
  },
});
/** A flow that asks for a bill, and leaves it to billing. */
const flowTo = (finish: object, more: object = {}) => ({
  start: 'ask',
  variables: { type: 'object', properties: { invoice: { type: 'string' }, tone: { type: 'string' } } },
  stages: {
    ask: stage({
      ...{ instructions: 'Ask for the bill.', collects: ['invoice', 'tone'] },
      edges: [{ to: 'billing', when: 'vars.invoice != null' }],
    }),
    billing: stage({ finish, edges: [{ to: 'sorry', failure: true }], ...more }),
    sorry: stage({ says: 'Nobody is there.' }),
    closing: stage({ instructions: 'Close.' }),
  },
});
const inBilling = { prompt: 'Bill {{invoice}} of {{customer}}, {{tone}}.' };

it.each([
  ['silently', {}, 'Hello.Paid.'],
  ['after fixed words', { says: 'To billing about {{invoice}}.' }, 'Hello.To billing about seven.Paid.'],
])('a stage of a flow hands over %s, with its variables', async (_, more, wire) => {
  const flow = flowTo(handOverTo('billing', { variables: ['customer', 'invoice'] }), more);
  const call = await callWith(
    {
      reception: {
        answers: [{ text: '<flow invoice="7" tone="cross">' }],
        configuration: { flow, firstMessage: 'Hello.' },
      },
      billing: { answers: [{ text: 'Paid.' }], configuration: inBilling },
    },
    { customer: 'Ada' },
  );
  await call.untilQuiet();
  await call.speaks('My bill is seven');
  await call.untilQuiet();
  expect(call.wire).toBe(wire);
  // What it was not given stays open.
  expect(call.models.billing!.asked[0]!.messages[0]!.content).toBe('Bill 7 of Ada, .');
  expect(call.models.reception!.asked).toHaveLength(1);
  // The tool is the flow's alone.
  expect(call.models.reception!.asked[0]!.tools).toEqual([]);
  const { transcript } = await call.ends();
  expect(transcript!.map(({ role, message, name, agentId }) => [role, message || name, agentId])).toEqual([
    ['bot', 'Hello.', 'reception'],
    ['user', 'My bill is seven', undefined],
    ...['flow', 'flow'].map((name) => ['tool', name, 'reception']),
    ...('says' in more ? [['bot', 'To billing about 7.', 'reception']] : []),
    ['tool', 'handOver', 'reception'],
    ['bot', 'Paid.', 'billing'],
  ]);
});

it('a stage of a flow goes on when it gets the call back', async () => {
  const edges = [{ to: 'closing', when: 'true' }];
  const flow = flowTo(handOverTo('billing', { mayReturn: true }), { edges });
  const call = await callWith({
    reception: {
      answers: [{ text: '<flow invoice="7">' }, { text: 'Anything else?' }],
      configuration: { flow, firstMessage: 'Hello.' },
    },
    billing: {
      answers: [{ text: 'Paid.' }, { calls: [{ name: 'handBack', arguments: { reason: 'done' } }] }],
    },
  });
  await call.untilQuiet();
  await call.speaks('My bill is seven');
  await call.untilQuiet();
  await call.speaks('Thank you');
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.Paid.Anything else?');
  expect(call.models.reception!.asked.at(-1)!.messages[1]!.content).toContain('stage "closing"');
  const { turns } = await call.ends();
  expect(turns!.at(-1)).toMatchObject({ agentId: 'reception', stage: 'closing' });
});

it('a stage of a flow takes its way for failures when the other agent cannot take over', async () => {
  const call = await callWith({
    reception: {
      answers: [{ text: '<flow invoice="7">' }],
      configuration: { flow: flowTo(handOverTo('gone')), firstMessage: 'Hello.' },
    },
  });
  await call.untilQuiet();
  await call.speaks('My bill is seven');
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.Nobody is there.');
  await call.ends();
});

it('ends a chain of flows that hand over to each other', async () => {
  const chained = (agentId: string) => ({
    answers: [],
    configuration: {
      flow: {
        ...{ start: 'go', variables: { type: 'object', properties: {} } },
        stages: {
          go: stage({ finish: handOverTo(agentId), edges: [{ to: 'end', failure: true }] }),
          end: stage({ says: 'I keep you.' }),
        },
      },
    },
  });
  const call = await callWith({ one: chained('other'), other: chained('one') });
  await call.untilQuiet();
  expect(call.wire).toBe('I keep you.');
  expect(call.changes).toHaveLength(handOversMax);
  await call.ends();
});

it('ends a chain of agents that hand over to each other', async () => {
  const other = (name: string, agentId: string) => ({
    answers: Array.from({ length: 20 }, () => ({ calls: [{ name, arguments: {} }] })),
    configuration: { tools: [toBilling({ name, agentId })] },
  });
  const call = await callWith({
    reception: other('toBilling', 'billing'),
    billing: other('toReception', 'reception'),
  });
  await call.untilQuiet();
  const { transcript } = await call.ends();

  const results = transcript!
    .filter(({ role }) => role === 'tool')
    .map(({ result }) => Object.keys(result!)[0]);
  expect(results.filter((key) => key === 'handedOverTo')).toHaveLength(handOversMax);
  expect(results[handOversMax]).toBe('error');
});

it('asks another agent without a sound', async () => {
  const consult = {
    ...{ type: 'consult', name: 'askBilling', description: 'Knows bills.', agentId: 'billing' },
    ...{ history: 'all', turns: 1, timeoutMs: 5000 },
  };
  const call = await callWith({
    reception: {
      configuration: { tools: [consult], firstMessage: 'Hello.' },
      answers: [
        { calls: [{ name: 'askBilling', arguments: { question: 'Is bill 7 paid?' } }] },
        { text: 'It is.' },
      ],
    },
    billing: { answers: [{ text: 'Yes, on Monday.' }] },
  });
  await call.untilQuiet();
  await call.speaks('Is my bill paid?');
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.It is.');
  expect(inShort(call.models.billing!.asked[0])).toEqual([
    ...['bot: Hello.', 'user: Is my bill paid?', 'user: Is bill 7 paid?'],
  ]);
  const { transcript } = await call.ends();
  expect(transcript!.find(({ role }) => role === 'tool')!.result).toEqual({
    ...{ answer: 'Yes, on Monday.', agent: 'billing', agentId: 'billing', agentVersion: 3 },
  });
});

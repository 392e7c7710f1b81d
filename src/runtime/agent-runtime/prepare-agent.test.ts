import { expect, it } from 'vitest';
import type { SpeechRequest } from '../../conversation/providers/interfaces/index.ts';
import { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { ProviderContext } from '../../conversation/providers/registry.ts';
import type { Pronunciation } from '../../conversation/reading/index.ts';
import { configurationOf, Memory } from '../../domains/agents/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { conversationAgent } from './conversation-agent.ts';
import { openProviders, type ProviderLookup } from './find-providers.ts';
import { type AgentEnvironment, prepareAgent } from './prepare-agent.ts';
import { SpareSpeech } from './spare-speech.ts';

/** An agent with one voice, and a count of what is opened and not disposed of. */
function agentWithVoice(dictionary: readonly Pronunciation[] = [], { isLocal = false } = {}) {
  const contexts: ProviderContext[] = [];
  const spoken: string[] = [];
  let open = 0;
  const providers: ProviderLookup = {
    textToSpeech: async (_config, context) => {
      contexts.push(context);
      open++;
      const voices = [{ id: 'a', language: 'en-US', description: '' }];
      const dispose = async () => void open--;
      return [
        {
          name: 'flite',
          isLocal,
          voices,
          async *speak({ text }: SpeechRequest) {
            spoken.push(text);
            yield* isLocal ? [{ pcm: new Int16Array(8), sampleRateHz: 8000 }] : [];
          },
          [Symbol.asyncDispose]: dispose,
        },
      ];
    },
    speechToText: async () => [],
    languageModel: async () => [],
    speechToSpeech: async () => [],
  };
  const openTools = () => ({ [Symbol.asyncDispose]: async () => undefined });
  const db = { query: async () => dictionary };
  const environment = { db, providers, openTools } as unknown as AgentEnvironment;
  const conversation = {
    keyTerms: [
      { term: '{{missing}}', boost: 1 },
      'Parley',
      { term: 'Northwind', boost: 0.2 },
      { term: '{{first_name}}  Lovelace', boost: 0.9 },
    ],
  };
  const agent = { ...configurationOf({ language: 'en-US', conversation }), agentId: 'agent_a', version: 1 };
  return { environment, agent, contexts, spoken, openCount: () => open };
}
const call = {
  organizationId: 'org_a',
  callId: 'call_a',
  customerNumber: '+12145550123',
  agentNumber: '+12025550100',
};
const preparing = () => ({
  gone: new AbortController().signal,
  log: silentLog,
  usage: new UsageMeter(),
  lineRateHz: null,
});

it('prepares an agent with the providers that were opened before, and fills in its variables', async () => {
  const { environment, agent, contexts, openCount } = agentWithVoice();
  const opening = { organizationId: 'org_a', usage: new UsageMeter(), log: silentLog };
  const opened = await openProviders(environment.providers, agent, opening);
  const variables = JSON.parse('{"first_name":"Ada","__proto__":"x"}');
  const prepared = await prepareAgent(environment, agent, { ...call, variables }, { ...preparing(), opened });
  expect([prepared.providers, contexts.length]).toEqual([opened.providers, 1]);
  expect(contexts[0]!.variables).toMatchObject({ first_name: 'Ada' });
  const { keyTerms, keyTermBoosts } = conversationAgent(prepared);
  expect(keyTerms).toEqual(['Ada Lovelace', 'Parley', 'Northwind']);
  expect(Object.fromEntries(keyTermBoosts)).toEqual({ 'Ada Lovelace': 0.9, Northwind: 0.2 });
  expect(Object.getPrototypeOf(contexts[0]!.variables)).toBeNull();
  await prepared[Symbol.asyncDispose]();
  expect(openCount()).toBe(1);
  await opened[Symbol.asyncDispose]();
  expect(openCount()).toBe(0);
});

it('opens and disposes of the providers itself when none were opened', async () => {
  const { environment, agent, contexts, openCount } = agentWithVoice();
  const prepared = await prepareAgent(environment, agent, { ...call, variables: {} }, preparing());
  expect([contexts.length, openCount()]).toEqual([1, 1]);
  await prepared[Symbol.asyncDispose]();
  expect(openCount()).toBe(0);
});

it('speaks the first message with the dictionary of the moment, read before or not', async () => {
  const entry = (replacement: string) => ({ term: 'Xerox', language: null, replacement, ipa: null });
  const { environment, agent, spoken } = agentWithVoice([entry('zee-rocks')]);
  const greeting = { ...agent, firstMessage: 'This is Xerox.' };
  const without = await prepareAgent(environment, greeting, { ...call, variables: {} }, preparing());
  expect(conversationAgent(without).pronunciations).toEqual([entry('zee-rocks')]);
  const before = { ...preparing(), pronunciations: Promise.resolve([entry('zeer ox')]) };
  await prepareAgent(environment, greeting, { ...call, variables: {} }, before);
  expect(spoken).toEqual(['This is zee-rocks.', 'This is zeer ox.']);
});

it('lets a local voice speak what all calls say once, before the first of them needs it', async () => {
  const { environment, agent, spoken } = agentWithVoice([], { isLocal: true });
  const spareSpeech = new SpareSpeech();
  const dialogue = {
    start: 'ask',
    nodes: {
      ask: { say: 'Good day, {{first_name}}.', goto: 'menu' },
      menu: { say: 'We are open. How may I help?', listen: { options: [], noMatch: { says: ['Pardon?'] } } },
    },
  };
  const talking = { ...agent, model: { provider: 'scripted', dialogue } } as unknown as typeof agent;
  for (let n = 0; n < 2; n++)
    await prepareAgent({ ...environment, spareSpeech }, talking, { ...call, variables: {} }, preparing());
  await expect.poll(() => spoken).toEqual(['We are open.', 'How may I help?', 'Pardon?']);
});

it('ends the prompt with what is known of the customer, read before or not', async () => {
  const fact = { topic: 'time', fact: 'mornings {{callId}}', writtenAt: '2026-11-20T10:00:00.000Z' };
  const { environment, agent } = agentWithVoice();
  const asked: unknown[] = [];
  const db = {
    query: async ({ name }: { name: string }, values: unknown[]) => {
      if (name !== 'customer_facts.known') return [];
      asked.push(values);
      return [fact];
    },
  };
  const remembering = { ...environment, db } as unknown as AgentEnvironment;
  const memory = Memory.parse({});
  const prompt = 'Be kind in {{callId}}.';
  const known = { ...agent, prompt, memory };
  const promptOf = async (more: object, of: object = {}, from = known) => {
    const given = { ...call, ...of, variables: {} };
    const prepared = await prepareAgent(remembering, from, given, { ...preparing(), ...more });
    return [prepared.prompt, prepared.variables.memory];
  };
  const [whole, variable] = await promptOf({});
  expect(whole).toBe(`Be kind in call_a.\n\n${variable}`);
  expect(variable).toMatch(/- 2026-11-20 "time": "mornings \{\{callId\}\}"\n<\/customer_facts>$/);
  expect(asked).toEqual([['org_a', 'phoneNumber', call.customerNumber, 'agent_a']]);
  expect(await promptOf({ memory: Promise.resolve('Ahead.') })).toEqual([
    'Be kind in call_a.\n\nAhead.',
    'Ahead.',
  ]);
  const placed = { ...known, prompt: '{{memory}} Go.' };
  expect(await promptOf({ memory: Promise.resolve('Ahead.') }, {}, placed)).toEqual(['Ahead. Go.', 'Ahead.']);
  expect(await promptOf({}, { customerNumber: 'anonymous' })).toEqual(['Be kind in call_a.', '']);
  expect(await promptOf({}, {}, { ...known, memory: null as never })).toEqual([
    'Be kind in call_a.',
    undefined,
  ]);
  expect(asked).toHaveLength(1);
});

it('goes on without a dictionary and a memory that cannot be read', async () => {
  const { environment, agent } = agentWithVoice();
  const db = { query: () => Promise.reject(new Error('the database is away')) };
  const away = { ...environment, db } as unknown as AgentEnvironment;
  const remembering = { ...agent, prompt: 'Help.', memory: Memory.parse({}) };
  const prepared = await prepareAgent(away, remembering, { ...call, variables: {} }, preparing());
  expect([prepared.pronunciations, prepared.prompt]).toEqual([[], 'Help.']);
});

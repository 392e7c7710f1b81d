import { expect, it } from 'vitest';
import type { LanguageModel, ModelMessage } from '../../../conversation/providers/interfaces/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { MemberSuggestions, suggestingModelOf, suggestionsIn } from './member-suggestions.ts';

type Asked = Parameters<LanguageModel['answer']>[0];
type Agent = Parameters<MemberSuggestions['customerSaid']>[0];

const history: ModelMessage[] = [
  { role: 'bot', content: 'Hello.' },
  { role: 'system', content: 'Anna said to the caller: Good day.' },
  { role: 'user', content: 'When do you open?', input: 'speech' },
];

/** Returns suggestions from a model whose answers the test gives, one after the other. */
function suggesting(name = 'fake') {
  const asked: { request: Asked; signal: AbortSignal; answer: (text: string) => void }[] = [];
  const model = {
    name,
    async *answer(request: Asked, { signal }: { signal: AbortSignal }) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      signal.addEventListener('abort', () => reject(signal.reason));
      asked.push({ request, signal, answer: resolve });
      yield { type: 'text-delta', text: await promise };
    },
  } as unknown as LanguageModel;
  const agent = {
    agent: { language: 'en', model: null, conversation: { suggestsAnswers: true } },
    providers: { languageModel: [model] },
    prompt: 'You answer for a shop.',
    variables: { firstName: 'Ada' },
    knowledge: {
      searchIn: () => ({
        search: async () => [
          {
            chunkId: 'c',
            documentId: 'd',
            sourceId: 's',
            title: 'Hours',
            headings: [],
            text: 'From nine.',
            score: 1,
          },
        ],
      }),
    },
  } as unknown as Agent;
  const shown: (readonly string[])[] = [];
  const onSuggested = ({ suggestions }: { suggestions: readonly string[] }) => void shown.push(suggestions);
  const suggestions = new MemberSuggestions({ onSuggested, log: silentLog });
  return { suggestions, agent, asked, shown };
}

it('suggests at most two answers from the knowledge, the data of the call and the conversation', async () => {
  const { suggestions, agent, asked, shown } = suggesting();
  suggestions.customerSaid(agent, history, null);
  suggestions.turn(true);
  suggestions.customerSaid(agent, history, null);
  await expect.poll(() => asked.length).toBe(1);
  const text = asked[0]!.request.messages.map(({ content }) => content).join('\n');
  for (const part of [
    'for a shop',
    '"firstName":"Ada"',
    'From nine.',
    'Anna said',
    'Customer: When do you open?',
  ])
    expect(text).toContain(part);
  asked[0]!.answer('- We open at nine.\n2. "You can also order online."\nAnd more.');
  await expect.poll(() => shown).toEqual([['We open at nine.', 'You can also order online.']]);
});

it('asks for the newest turn only, and withdraws suggestions that are out of date', async () => {
  const { suggestions, agent, asked, shown } = suggesting();
  suggestions.turn(true);
  suggestions.customerSaid(agent, history, null);
  await expect.poll(() => asked.length).toBe(1);
  suggestions.customerSaid(agent, history, null);
  await expect.poll(() => asked.length).toBe(2);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  asked[1]!.answer('From nine.');
  await expect.poll(() => shown).toEqual([['From nine.']]);
  for (const [at, text] of ['NONE', 'none.'].entries()) {
    suggestions.customerSaid(agent, history, null);
    await expect.poll(() => asked.length).toBe(3 + at);
    asked.at(-1)!.answer(text);
  }
  await expect.poll(() => shown).toEqual([['From nine.'], []]);
  suggestions.customerSaid(agent, history, null);
  await expect.poll(() => asked.length).toBe(5);
  suggestions.turn(false);
  expect(asked[4]!.signal.aborted).toBe(true);
});

it('has nothing to suggest without a model that can, or when the agent is set to suggest nothing', () => {
  expect(suggestingModelOf(suggesting('scripted').agent)).toBeNull();
  const { agent } = suggesting();
  expect(suggestingModelOf(agent)).not.toBeNull();
  const silent = { ...agent.agent, conversation: { ...agent.agent.conversation, suggestsAnswers: false } };
  expect(suggestingModelOf({ ...agent, agent: silent })).toBeNull();
  expect(suggestingModelOf({ ...agent, providers: { ...agent.providers, languageModel: [] } })).toBeNull();
  expect(suggestionsIn('\n NONE \n')).toEqual([]);
});

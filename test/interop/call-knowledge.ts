import { afterAll, beforeAll, expect, it } from 'vitest';
import { Api } from '../../scripts/demo/api.ts';
import { parseScenario } from '../../scripts/scenarios/read.ts';
import { runScenario } from '../../scripts/scenarios/run.ts';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { handbookDocuments } from '../knowledge/handbook.ts';
import { type AskedModel, type ChatModel, type ModelReply, startChatModel } from '../world/chat-model.ts';
import { eventually } from '../world/eventually.ts';
import type { Program } from '../world/program.ts';
import { callsProgram } from './calls-program.ts';

// A receptionist answers from 50 documents, in a call over real SIP and in a chat. Its model is a server of ours that can
// only quote: what it says came in its request.

const known = {
  document: 'leave--advanced-sick-leave',
  question: 'How many sick leave hours do I earn each pay period?',
};
const unknown = 'Is a purple giraffe playing the violin?';
const answer = 'You earn 4 sick leave hours per pay period.';
const noAnswer = 'I do not know that.';

let program: Program;
let model: ChatModel;
const voice = new Flite();

beforeAll(async () => {
  model = await startChatModel();
  model.answerWith(answerTo);
  program = await callsProgram.organization();
  const key = { provider: 'openai', apiKey: 'a-key', baseUrl: model.baseUrl };
  expect((await program.request('POST', '/api/provider-keys', { body: key })).status).toBe(201);
  const documents = handbookDocuments();
  const others = documents.filter(({ name }) => name !== known.document).slice(0, 49);
  const chosen = [...others, ...documents.filter(({ name }) => name === known.document)];
  await Promise.all(
    chosen.map(async ({ name, text }) => {
      const body = { name, language: 'en', text };
      const { status, text: said } = await program.request('POST', '/api/knowledge/texts', { body });
      expect([name, status, status === 201 ? '' : said]).toEqual([name, 201, '']);
    }),
  );
  const { body } = await program.request('GET', '/api/knowledge/sources?pageSize=100');
  expect(body.sources).toHaveLength(50);
  // A caller waits 50 ms for a search. The first ones of a new database take longer on a busy machine.
  await program.request('POST', '/api/knowledge/search', { body: { query: known.question } });
}, 120_000);
afterAll(async () => {
  await model?.[Symbol.asyncDispose]();
  await voice[Symbol.asyncDispose]();
});

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]{4,}/g) ?? [];

/** Quotes, and searches by itself before it says that it does not know: a caller does not wait for a slow first search. */
function answerTo(asked: AskedModel): ModelReply {
  const quoted = quotation(asked);
  if (quoted !== null) return { words: [quoted] };
  if (asked.messages.at(-1)?.role === 'tool') return { words: [noAnswer] };
  return { calls: [{ name: 'searchKnowledge', arguments: { query: questionIn(asked) } }] };
}

function questionIn({ messages }: AskedModel): string {
  return String(messages.findLast(({ role }) => role === 'user')?.content);
}

/**
 * Returns the messages of the last turn: the question, the passages before it and the searches after it. Those of earlier
 * turns hold what the model searched by itself, for another question.
 */
function lastTurn({ messages }: AskedModel): AskedModel['messages'] {
  const question = messages.findLastIndex(({ role }) => role === 'user');
  const answered = messages.slice(0, question).findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(answered + 1);
}

/** Returns the sentence of its passages that shares the most words with the question; `null` without any. */
function quotation(asked: AskedModel): string | null {
  const question = new Set(wordsOf(questionIn(asked)));
  const passages = lastTurn(asked).flatMap(({ content }) => [
    ...String(content).matchAll(/<passage number="\d+">\n.*\n([\s\S]*?)\n<\/passage>/g),
  ]);
  const sentences = passages.flatMap(([, text = '']) => text.split(/\n+|(?<=[.?!])\s/));
  const shared = (text: string) => new Set(wordsOf(text).filter((word) => question.has(word))).size;
  const [best] = sentences.toSorted((a, b) => shared(b) - shared(a));
  return best ?? null;
}

const receptionist = {
  name: 'Receptionist',
  prompt: 'You are the receptionist. Answer from the handbook.',
  model: { provider: 'openai', model: 'gpt-4.1-mini' },
  knowledge: { sourceIds: 'all' },
};
interface Use {
  outcome: string;
  chunks: { chunkId: string; documentId: string; title: string }[];
}

/**
 * Expects that the record names the part of the document that has the answer. A busy machine may not find it within the
 * 50 ms that a caller waits. The model then searched by itself, and the record holds the results: `searched`.
 */
async function expectAnswered(use: Use | undefined, searched: readonly string[] = []): Promise<void> {
  const texts = await Promise.all(
    use!.chunks.map(async ({ chunkId, documentId }) => {
      const { body } = await program.request('GET', `/api/knowledge/documents/${documentId}/chunks`);
      return body.chunks.find((chunk: { chunkId: string }) => chunk.chunkId === chunkId)?.text as string;
    }),
  );
  expect([...texts, ...(use!.outcome === 'late' ? searched : [])].join('\n')).toContain(answer);
}

async function unanswered(kind: 'call' | 'chat'): Promise<[question: string, id: string][]> {
  const { body } = await program.request('GET', '/api/knowledge/questions');
  type Listed = { question: string; conversations: { kind: string; id: string }[] };
  return (body.questions as Listed[]).flatMap(({ question, conversations }) =>
    conversations.flatMap((one): [string, string][] => (one.kind === kind ? [[question, one.id]] : [])),
  );
}

it('answers a caller, and lists what no document answers', { timeout: 120_000 }, async () => {
  const scenario = `
name: The receptionist answers from the handbook
agent: ${JSON.stringify({
    ...receptionist,
    firstMessage: 'Hello.',
    transcriber: { provider: 'simulated' },
    conversation: { fillers: [] },
    // A busy machine is silent for long.
    limits: { silenceSeconds: 60 },
  })}
steps:
  - await: turn
  - say: ${known.question}
  - await: turn
  - say: ${unknown}
  - await: turn
  - hangUp: true
expect:
  endedReason: customer-ended-call
`;
  const service = {
    api: new Api(program.url, program.key),
    sip: { address: '127.0.0.1', port: program.sipPort },
  };
  const options = { folder: import.meta.dirname, voice, onHappening: () => undefined };
  const { failures, record } = await runScenario(
    parseScenario(scenario, 'receptionist.yaml'),
    service,
    options,
  );
  expect(failures).toEqual([]);
  const { callId, transcript } = record!;
  const said = transcript.filter(({ role }) => role === 'bot').map(({ message }) => message);
  expect(said).toEqual(['Hello.', answer, noAnswer]);
  const { body } = await program.request('GET', `/api/calls/${callId}`);
  const uses = (body.turns as { kind: string; knowledge?: Use }[])
    .filter(({ kind }) => kind === 'speech')
    .map(({ knowledge }) => knowledge);
  const results = (body.transcript as { role: string; result?: { found?: string } }[])
    .filter(({ role }) => role === 'tool')
    .map(({ result }) => String(result?.found));
  await expectAnswered(uses[0], results);
  expect(uses[1]).toMatchObject({ outcome: 'nothing', chunks: [] });
  expect((await unanswered('call')).filter(([, id]) => id === callId)).toEqual([[unknown, callId]]);
});

it('answers a customer in a chat in the same way', { timeout: 30_000 }, async () => {
  const made = await program.request('POST', '/api/agents', { body: receptionist });
  const begun = await program.request('POST', `/api/agents/${made.body.agentId}/chats`, {
    body: { customerUniqueId: 'ada' },
  });
  const { chatId } = begun.body;
  type Message = { role: string; content: string; knowledge?: Use };
  const read = async (): Promise<Message[]> =>
    (await program.request('GET', `/api/chats/${chatId}`)).body.transcript.messages;
  const say = async (content: string) => {
    await program.request('POST', `/api/chats/${chatId}/messages`, { body: { role: 'user', content } });
    await eventually(async () => (await read()).at(-1)!.role, /^bot$/);
    return (await read()).at(-1)!;
  };
  const answered = await say(known.question);
  expect(answered.content).toBe(answer);
  await expectAnswered(answered.knowledge);
  expect((await say(unknown)).content).toBe(noAnswer);
  expect((await unanswered('chat')).filter(([, id]) => id === chatId)).toEqual([[unknown, chatId]]);
});

/**
 * Answers of the Chat Completions API, not recorded from the live service. Their chunks are those of the example of
 * `CreateChatCompletionStreamResponse` in the vendor's specification, with tool calls by `ChatCompletionMessageToolCallChunk` and
 * usage by `CompletionUsage` (github.com/openai/openai-openapi, `openapi.json`, read on 2026-11-27 at f85dbe2). The words, the
 * tools and the counts are ours. Only tests use them.
 */
import type { ModelScenario } from './language-model-scenarios.ts';

const head = {
  id: 'chatcmpl-123',
  object: 'chat.completion.chunk',
  created: 1_694_268_190,
  model: 'gpt-4.1-mini-2025-04-14',
  service_tier: 'default',
  system_fingerprint: 'fp_44709d6fcb',
};

export const eventOf = (chunk: unknown): string => `data: ${JSON.stringify(chunk)}\n\n`;
export const doneEvent = 'data: [DONE]\n\n';

/** One chunk with a delta. */
export const deltaOf = (delta: object, finishReason: string | null = null): string =>
  eventOf({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    usage: null,
    // Hides the lengths of tokens from those who watch the connection.
    obfuscation: 'r4N7vQ2m',
  });

const usage = eventOf({
  ...head,
  choices: [],
  usage: {
    prompt_tokens: 25,
    completion_tokens: 9,
    total_tokens: 34,
    prompt_tokens_details: { cached_tokens: 5, audio_tokens: 0 },
    completion_tokens_details: {
      ...{ reasoning_tokens: 0, audio_tokens: 0 },
      ...{ accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
    },
  },
});

const answerOf = (finishReason: string, ...deltas: object[]): string[] => [
  deltaOf({ role: 'assistant', content: '', refusal: null }),
  ...deltas.map((delta) => deltaOf(delta)),
  deltaOf({}, finishReason),
  usage,
  doneEvent,
];
const words = (...pieces: string[]) => pieces.map((content) => ({ content }));
const toolDelta = (index: number, call: object) => ({ tool_calls: [{ index, ...call }] });
const begin = (index: number, id: string, name: string) =>
  toolDelta(index, { id, type: 'function', function: { name, arguments: '' } });
const piece = (index: number, text: string) => toolDelta(index, { function: { arguments: text } });

export const chatFixtures: Record<ModelScenario, readonly string[]> = {
  // The first part holds words, so that a test can wait for them.
  text: answerOf('stop', ...words('Guten', ' Tag, Frau M', 'üller!', ' Wie kann ich helfen?', ' 🙂')).slice(
    1,
  ),
  toolCall: answerOf(
    'tool_calls',
    ...words('One', ' moment.'),
    begin(0, 'call_abc123', 'book_table'),
    piece(0, '{"guests"'),
    piece(0, ':4,"at":"19'),
    piece(0, ':30","name":"Zoë \\"Z\\"'),
    piece(0, ' O’Neil"}'),
  ),
  twoToolCalls: answerOf(
    'tool_calls',
    begin(0, 'call_1', 'book_table'),
    piece(0, '{"guests":2,"at":"20:00","name":"Ann"}'),
    begin(1, 'call_2', 'end_call'),
    piece(1, '{}'),
  ),
  json: answerOf('stop', ...words('{"mood":', '"glad"', ',"score":7}')),
  length: answerOf('length', ...words('It was a dark', ' and')),
  refused: answerOf('stop', { refusal: 'I cannot help with that.' }),
};

interface ChatMessage {
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

/** Returns a call that the following messages do not answer, which the service refuses; null when all are answered. */
export function unansweredCall(given: unknown): string | null {
  const messages = given as ChatMessage[];
  for (const [at, message] of messages.entries()) {
    const ids = (message.tool_calls ?? []).map((call) => call.id);
    const answers = messages.slice(at + 1, at + 1 + ids.length).map((answer) => answer.tool_call_id);
    if (ids.join() !== answers.join()) return `tool_call_ids did not have response messages: ${ids}`;
  }
  return null;
}

/**
 * Answers of the Messages API, not recorded from the live service. Their events are those of the vendor's own fixtures
 * (github.com/anthropics/anthropic-sdk-typescript, `tests/lib/fixtures/*.txt` and `tests/fixtures/fable-fallback/*.sse`, read on
 * 2026-11-27 at bfa9197f). The words, the tools and the counts of cached tokens are ours. Only tests use them.
 */
import type { ModelScenario } from '../testing/index.ts';

export const eventOf = (event: { type: string; [name: string]: unknown }): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export const start = eventOf({
  type: 'message_start',
  message: {
    id: 'msg_1nZdL29xx5MUA1yADyHTEsnR8uuvGzszyY',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'claude-haiku-4-5-20251001',
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: {
      input_tokens: 20,
      cache_creation_input_tokens: 12,
      cache_read_input_tokens: 5,
      cache_creation: { ephemeral_5m_input_tokens: 12, ephemeral_1h_input_tokens: 0 },
      output_tokens: 1,
      service_tier: 'standard',
      inference_geo: 'global',
    },
  },
});
const ping = eventOf({ type: 'ping' });

const textBlock = (index: number, ...pieces: string[]): string[] => [
  eventOf({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }),
  ping,
  ...pieces.map((text) =>
    eventOf({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } }),
  ),
  eventOf({ type: 'content_block_stop', index }),
];
const toolBlock = (index: number, id: string, name: string, ...pieces: string[]): string[] => [
  eventOf({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } }),
  ...['', ...pieces].map((piece) =>
    eventOf({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json: piece },
    }),
  ),
  eventOf({ type: 'content_block_stop', index }),
];
export const end = (stopReason: string): string[] => [
  eventOf({
    type: 'message_delta',
    delta: {
      ...{ stop_reason: stopReason, stop_sequence: null },
      stop_details: stopReason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null,
    },
    usage: {
      ...{ input_tokens: 20, cache_creation_input_tokens: 12, cache_read_input_tokens: 5 },
      output_tokens: 9,
    },
  }),
  eventOf({ type: 'message_stop' }),
];

const [blockStart, firstPing, firstWords, ...moreWords] = textBlock(
  0,
  'Guten',
  ' Tag, Frau M',
  'üller!',
  ' Wie kann ich helfen?',
  ' 🙂',
);

export const messageFixtures: Record<ModelScenario, readonly string[]> = {
  // The first part holds words, so that a test can wait for them.
  text: [[start, blockStart, firstPing, firstWords].join(''), ...moreWords, ...end('end_turn')],
  toolCall: [
    start,
    ...textBlock(0, 'One', ' moment.'),
    ...toolBlock(
      1,
      'toolu_01T1x1fJ34qAmk2tNTrN7Up6',
      'book_table',
      '{"guests"',
      ': 4, "at": "19',
      ':30", "name": "Zoë \\"Z\\"',
      ' O’Neil"}',
    ),
    ...end('tool_use'),
  ],
  twoToolCalls: [
    start,
    ...toolBlock(0, 'toolu_1', 'book_table', '{"guests":2,', '"at":"20:00","name":"Ann"}'),
    ...toolBlock(1, 'toolu_2', 'end_call'),
    ...end('tool_use'),
  ],
  json: [start, ...textBlock(0, '{"mood":', '"glad"', ',"score":7}'), ...end('end_turn')],
  length: [start, ...textBlock(0, 'It was a dark', ' and'), ...end('max_tokens')],
  refused: [start, ...end('refusal')],
};

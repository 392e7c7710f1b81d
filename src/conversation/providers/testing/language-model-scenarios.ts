import type { ModelTool } from '../interfaces/index.ts';

/**
 * What the server of a language model under test answers, by name. A vendor's fixtures hold these contents in its
 * own wire format, so that one suite can say what has to come out of each.
 */
export const modelScenarios = {
  /** Plain words in at least three parts, with an umlaut and an emoji; 25 tokens in, 9 out. */
  text: 'Guten Tag, Frau Müller! Wie kann ich helfen? 🙂',
  /** Words, then one call of a tool, its arguments in several parts. */
  toolCall: {
    text: 'One moment.',
    name: 'book_table',
    arguments: { guests: 4, at: '19:30', name: 'Zoë "Z" O’Neil' },
  },
  /** Two calls in one answer, the second without arguments. */
  twoToolCalls: [
    { name: 'book_table', arguments: { guests: 2, at: '20:00', name: 'Ann' } },
    { name: 'end_call', arguments: {} },
  ],
  /** JSON of the schema that was asked for. */
  json: { mood: 'glad', score: 7 },
  /** The answer was cut at its greatest length. */
  length: 'It was a dark and',
  /** The provider refuses to answer. */
  refused: '',
} as const;

export type ModelScenario = keyof typeof modelScenarios;

export const bookTable: ModelTool = {
  name: 'book_table',
  description: 'Books a table.',
  parameters: {
    type: 'object',
    properties: { guests: { type: 'integer' }, at: { type: 'string' }, name: { type: 'string' } },
    required: ['guests', 'at'],
  },
};

export const endCall: ModelTool = { name: 'end_call', description: 'Ends the call.', parameters: {} };

/** The schema that the `json` scenario is of. */
export const moodSchema = {
  name: 'mood',
  schema: {
    type: 'object',
    properties: { mood: { type: 'string' }, score: { type: 'integer' } },
    required: ['mood', 'score'],
    additionalProperties: false,
  },
};

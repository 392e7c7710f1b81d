import type { ModelTool } from '../interfaces/index.ts';

/**
 * The answers of a test server by name. Each vendor's fixtures contain them in its own wire format, so that one suite
 * checks all vendors.
 */
export const modelScenarios = {
  /** Plain text in at least three parts, with an umlaut and an emoji; 25 input and 9 output tokens. */
  text: 'Guten Tag, Frau Müller! Wie kann ich helfen? 🙂',
  /** Text, then one tool call with arguments in several parts. */
  toolCall: {
    text: 'One moment.',
    name: 'book_table',
    arguments: { guests: 4, at: '19:30', name: 'Zoë "Z" O’Neil' },
  },
  /** Two tool calls, the second without arguments. */
  twoToolCalls: [
    { name: 'book_table', arguments: { guests: 2, at: '20:00', name: 'Ann' } },
    { name: 'end_call', arguments: {} },
  ],
  /** JSON of the requested schema. */
  json: { mood: 'glad', score: 7 },
  /** An answer cut at the token limit. */
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

/** The schema of the `json` scenario. */
export const moodSchema = {
  name: 'mood',
  schema: {
    type: 'object',
    properties: { mood: { type: 'string' }, score: { type: 'integer' } },
    required: ['mood', 'score'],
    additionalProperties: false,
  },
};

import { counter, histogram } from '../../platform/kernel/index.ts';

/**
 * Outcomes: `answered` (by the agent), `explained` (the customer got an explanation), `silent` (the agent has no model),
 * `lost` (the lease was lost) and `failed` (will be retried).
 */
export const answers = counter('parley_chat_answers_total', 'Answers in chats by outcome', ['outcome']);

export const guardRailBreaches = counter(
  'parley_chat_guard_rail_breaches_total',
  'Sentences of chats that a guard rail replaced, and tools that it did not let run, by type of rule',
  ['type'],
);

export const firstTokenSeconds = histogram(
  'parley_chat_first_words_seconds',
  'Time from asking the model to its first words, in chats',
  [],
  [0.1, 0.25, 0.5, 1, 2, 4, 8],
);

export const answerSeconds = histogram(
  'parley_chat_answer_seconds',
  "Time from claiming a chat's message to its stored answer",
  [],
  [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120],
);

import { counter, histogram } from '../../platform/kernel/index.ts';

/**
 * How answers came out. `answered`: by the agent; `explained`: the customer was told that there is none; `silent`: the
 * agent has no model; `lost`: it was not wanted any more; `failed`: it is tried again.
 */
export const answers = counter('parley_chat_answers_total', 'Answers in chats by how they came out', [
  'outcome',
]);

export const firstWords = histogram(
  'parley_chat_first_words_seconds',
  'From asking the model to its first words, in chats',
  [],
  [0.1, 0.25, 0.5, 1, 2, 4, 8],
);

export const answerSeconds = histogram(
  'parley_chat_answer_seconds',
  'From taking up a message of a chat to its stored answer',
  [],
  [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120],
);

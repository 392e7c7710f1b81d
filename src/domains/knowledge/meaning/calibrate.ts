import type { Embedded, EmbeddingModel } from '../../../conversation/providers/interfaces/index.ts';
import { problemIn } from './problem.ts';
import { centered, centerOf } from './signs.ts';

/** Questions, each with a text that answers it. No other text answers it. */
const pairs = [
  ['when do you open on saturdays', 'Opening hours: Monday to Friday 8 am to 6 pm, Saturday 9 am to 1 pm.'],
  [
    'how do I send something back',
    'Returns: You can return goods within 30 days. Print the label and take the parcel to a post office.',
  ],
  [
    'is breakfast included',
    'Rates: A double room costs 120 euros a night. The buffet in the morning is part of the price.',
  ],
  [
    'my internet does not work',
    'Troubleshooting: If the router shows a red light, switch it off for ten seconds and check the cable.',
  ],
  [
    'can my dog come along',
    'Pets: Small animals travel free of charge in a closed box. Larger ones need a ticket.',
  ],
  [
    'what happens if I lose my card',
    'Security: Call us at once to have a lost or stolen card blocked. A new one arrives within five days.',
  ],
] as const;
/** What people say without asking anything. */
const remarks = [
  ...['hello, good morning', 'yes please', 'thank you very much, goodbye', 'one moment, I have to look'],
  ...['no, that is all', 'can you hear me', 'okay, I see', 'my name is Mary Miller', 'one two three four'],
  ...['sorry, what did you say', 'I do not know', 'could you speak up a little'],
];

/** What a trial of a model has shown. */
export interface Calibration {
  dimensions: number;
  /** What the vectors of the model have in common. */
  center: Float32Array;
  /** A similarity below it says nothing. */
  similarityMin: number;
}

/**
 * Asks a model for vectors of questions and texts, and of some of the organization's own chunks. Models differ in how similar
 * unrelated texts are to them. What people say without asking anything must be less similar to all texts than an answer
 * is to its question.
 */
export async function calibrate(
  model: EmbeddingModel,
  own: readonly string[],
  signal: AbortSignal,
): Promise<Calibration> {
  const [asked, texts] = await Promise.all([
    model.embed([...pairs.map(([question]) => question), ...remarks], { use: 'query', signal }),
    embedTexts(model, own, signal),
  ]);
  const center = centerOf([...asked.vectors, ...texts.vectors]);
  const questions = asked.vectors.map((vector) => centered(vector, center));
  const documents = texts.vectors.map((vector) => centered(vector, center));
  const related: number[] = [];
  const unrelated: number[] = [];
  let idle = -1;
  for (const [row, question] of questions.entries())
    for (const [column, text] of documents.entries()) {
      const similarity = cosine(question, text);
      if (row >= pairs.length) idle = Math.max(idle, similarity);
      else if (row === column) related.push(similarity);
      else if (column < pairs.length) unrelated.push(similarity);
    }
  const [low, high] = [mean(unrelated), mean(related)];
  const similarityMin = Math.max(idle, low + (high - low) / 2);
  return { dimensions: center.length, center, similarityMin };
}

/** Embeds the texts of ours and those of the organization, or ours alone where the provider refuses one of the others. */
async function embedTexts(
  model: EmbeddingModel,
  own: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const ours = pairs.map(([, text]) => text);
  try {
    return await model.embed([...ours, ...own], { use: 'document', signal });
  } catch (error) {
    if (problemIn(error)?.retryable !== false) throw error;
    return model.embed(ours, { use: 'document', signal });
  }
}

function cosine(one: Float32Array, other: Float32Array): number {
  const product = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

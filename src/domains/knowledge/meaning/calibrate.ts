import type { EmbeddingModel } from '../../../conversation/providers/interfaces/index.ts';

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
const talk = [
  'hello, good morning',
  'yes please',
  'thank you very much, goodbye',
  'one moment, I have to look',
];

/** What a trial of a model has shown. */
export interface Calibration {
  dimensions: number;
  /** A similarity below it says nothing. */
  similarityMin: number;
  tokens: number;
}

/**
 * Asks a model for vectors of questions and texts. Models differ in how similar unrelated texts are to them, from 0 to 0.8. The
 * limit is halfway between related and unrelated pairs.
 */
export async function calibrate(model: EmbeddingModel, signal: AbortSignal): Promise<Calibration> {
  const questions = [...pairs.map(([question]) => question), ...talk];
  const [asked, texts] = await Promise.all([
    model.embed(questions, { use: 'query', signal }),
    model.embed(
      pairs.map(([, text]) => text),
      { use: 'document', signal },
    ),
  ]);
  const related: number[] = [];
  const unrelated: number[] = [];
  for (const [row, question] of asked.vectors.entries())
    for (const [column, text] of texts.vectors.entries())
      (row === column ? related : unrelated).push(cosine(question, text));
  const [low, high] = [mean(unrelated), mean(related)];
  return {
    dimensions: asked.vectors[0]!.length,
    similarityMin: low + (high - low) / 2,
    tokens: (asked.usage.inputTokens ?? 0) + (texts.usage.inputTokens ?? 0),
  };
}

function cosine(one: Float32Array, other: Float32Array): number {
  const product = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

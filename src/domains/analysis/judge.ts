import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import { type UsageMeter, wholeText } from '../../conversation/providers/kit/index.ts';
import { type AnalysisPlan, withFallbacks } from '../agents/index.ts';
import type { Findings, TranscriptEntry } from '../calls/index.ts';
import type { Learned } from '../customer-memory/index.ts';
import type { MemoryTask } from './memory.ts';
import { readAnswer } from './read-answer.ts';
import { analysisRequest } from './request.ts';
import { BadAnswer } from './tries.ts';

/**
 * Returns the models of an agent's configuration that can judge a conversation, in the order in which to ask them. The
 * caller disposes of them. Rejects when none of them is available.
 */
export type ModelsOf = (
  config: Record<string, unknown>,
  context: { organizationId: string; usage: UsageMeter },
) => Promise<LanguageModel[]>;

/** The result of an analysis, with its message for people. */
export interface Result {
  findings: Findings | null;
  /** What it found out for later conversations; null: nothing was asked for. */
  learned: Learned | null;
  reason: string;
  message: string;
}

export function failure(reason: string, message: string): Result {
  return { findings: null, learned: null, reason, message };
}

/** A conversation to judge. */
export interface Subject {
  organizationId: string;
  transcript: TranscriptEntry[];
  /** Null when its agent was deleted. */
  plan: AnalysisPlan | null;
  model: Record<string, unknown> | null;
  /** Null when the analysis writes no facts about the customer. */
  memory: MemoryTask | null;
}

/** The timeout of one model. It leaves time for the next model within the same try. */
const modelMsMax = 40_000;
const withoutModel = 'Not analyzed: the agent has no language model that can judge a conversation.';

const withoutAgent = 'Not analyzed: the agent was deleted before, and its analysis plan with it.';

/**
 * Asks one model after the other. Rejects with the last bad answer, or with the last model's error when none answered.
 */
export async function judge(
  modelsOf: ModelsOf,
  { organizationId, transcript, plan, model: config, memory }: Subject,
  { signal, usage }: { signal: AbortSignal; usage: UsageMeter },
): Promise<Result> {
  if (!plan) return failure('analysis-without-agent', withoutAgent);
  const models = config ? await modelsOf(withFallbacks(config), { organizationId, usage }) : [];
  let error: unknown = null;
  try {
    for (const model of models) {
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(modelMsMax)]);
        const text = await wholeText(model, analysisRequest({ plan, memory }, transcript), {
          signal: within,
        });
        const read = await readAnswer(text, { plan, memory }, transcript);
        return { ...read, reason: 'analysed', message: `Analyzed by ${model.name}.` };
      } catch (thrown) {
        signal.throwIfAborted();
        if (!(error instanceof BadAnswer) || thrown instanceof BadAnswer) error = thrown;
      }
    }
  } finally {
    await Promise.allSettled(models.map((model) => model[Symbol.asyncDispose]()));
  }
  if (models.length > 0) throw error;
  return failure('analysis-without-model', withoutModel);
}

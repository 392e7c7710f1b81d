import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import { type UsageMeter, wholeText } from '../../conversation/providers/kit/index.ts';
import type { AnalysisPlan } from '../agents/index.ts';
import type { TranscriptEntry } from '../calls/index.ts';
import { type Findings, readAnswer } from './read-answer.ts';
import { analysisRequest } from './request.ts';
import { BadAnswer } from './tries.ts';

/**
 * The models that an agent's configuration names and that can judge a conversation, in the order in which they are to
 * be asked, to be disposed of afterwards. Rejects when none of those that it names can be had.
 */
export type ModelsOf = (
  config: Record<string, unknown>,
  context: { organizationId: string; usage: UsageMeter },
) => Promise<LanguageModel[]>;

/** What an analysis came to, in words too. */
export interface Result {
  findings: Findings | null;
  reason: string;
  message: string;
}

export function failure(reason: string, message: string): Result {
  return { findings: null, reason, message };
}

/** A conversation that is to be judged. */
export interface Subject {
  organizationId: string;
  transcript: TranscriptEntry[];
  /** Null: its agent was deleted. */
  plan: AnalysisPlan | null;
  model: Record<string, unknown> | null;
}

/** One model takes no longer, so that the next has its time within a try. */
const modelMsMax = 40_000;
const withoutModel = 'Not analysed: the agent has no language model that can judge a conversation.';

const withoutAgent = 'Not analysed: the agent, which says what is wanted, was deleted before.';

/** Asks one model after the other; rejects with the last bad answer, or with what was wrong with the last where none answered. */
export async function judge(
  modelsOf: ModelsOf,
  { organizationId, transcript, plan, model: config }: Subject,
  { signal, usage }: { signal: AbortSignal; usage: UsageMeter },
): Promise<Result> {
  if (!plan) return failure('analysis-without-agent', withoutAgent);
  const models = config ? await modelsOf(config, { organizationId, usage }) : [];
  let error: unknown = null;
  try {
    for (const model of models) {
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(modelMsMax)]);
        const text = await wholeText(model, analysisRequest(plan, transcript), { signal: within });
        const findings = readAnswer(text, plan, transcript);
        return { findings, reason: 'analysed', message: `Analysed by ${model.name}.` };
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

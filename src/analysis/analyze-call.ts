import type { AnalysisPlan } from '../agents/index.ts';
import { addUsage, recordEvent } from '../calls/index.ts';
import type { Database } from '../db/index.ts';
import type { JobTry, Queue } from '../jobs/index.ts';
import { toError } from '../kernel/index.ts';
import { UsageMeter } from '../providers/kit/index.ts';
import type { LanguageModel, ModelRequest } from '../providers/spec/index.ts';
import { type Findings, readAnswer } from './read-answer.ts';
import { analysisRequest } from './request.ts';
import { type CallKey, type CallToAnalyze, findCallToAnalyze, settleAnalysis } from './store.ts';

/** Calls to analyse, one job a call. */
export const analysisQueue: Queue<CallKey> = {
  name: 'call-analysis',
  retriesMax: 6,
  retryDelaySeconds: 5,
  timeoutSeconds: 120,
  concurrencyMax: 4,
  example: { organizationId: '', callId: '' },
};

export interface AnalysisOptions {
  db: Database;
  /**
   * The models that an agent's configuration names and that can judge a conversation, in the order in which they are
   * to be asked, to be disposed of afterwards. Rejects when none of those that it names can be had.
   */
  modelsOf: (
    config: Record<string, unknown>,
    context: { organizationId: string; usage: UsageMeter },
  ) => Promise<LanguageModel[]>;
}

/**
 * Finds out about a call what its agent's plan wants, and records it with a line for `why` and with what it took, which
 * counts too where nothing came of it.
 */
export async function analyzeCall(options: AnalysisOptions, job: JobTry<CallKey>): Promise<void> {
  const { db } = options;
  const key = job.data;
  const call = await findCallToAnalyze(db, key);
  if (!call) return;
  if (!call.plan)
    return settle(db, key, failure('analysis-not-wanted', 'The agent no longer wants an analysis.'));
  if (call.transcript.length === 0) {
    const message = 'Nothing was said in the call that could be analysed.';
    return settle(db, key, failure('analysis-empty', message));
  }
  const usage = new UsageMeter();
  let result: Result;
  try {
    result = await judge(options, job, { ...call, plan: call.plan }, usage);
  } catch (thrown) {
    if (!job.isLast) {
      await db.transaction((tx) => addUsage(tx, key, usage.sums()));
      throw thrown;
    }
    result = failure('analysis-failed', `The call could not be analysed: ${toError(thrown).message}.`);
  }
  try {
    await settle(db, key, result, usage);
  } catch (thrown) {
    // What cannot be written down is no finding; it was paid for all the same.
    if (!job.isLast || result.findings === null) throw thrown;
    const message = `The analysis could not be recorded: ${toError(thrown).message}.`;
    await settle(db, key, failure('analysis-failed', message), usage);
  }
}

/** What an analysis came to, and its line for `why`. */
interface Result {
  findings: Findings | null;
  reason: string;
  message: string;
}

function failure(reason: string, message: string): Result {
  return { findings: null, reason, message };
}

/** Asks one model after the other; rejects with what was wrong with the last. */
async function judge(
  { modelsOf }: AnalysisOptions,
  { data: { organizationId }, signal }: JobTry<CallKey>,
  call: CallToAnalyze & { plan: AnalysisPlan },
  usage: UsageMeter,
): Promise<Result> {
  const models = call.model ? await modelsOf(call.model, { organizationId, usage }) : [];
  let error: unknown = null;
  try {
    for (const model of models) {
      try {
        const text = await wholeAnswer(
          model,
          analysisRequest(call.plan, call.transcript),
          AbortSignal.any([signal, AbortSignal.timeout(modelMsMax)]),
        );
        const findings = readAnswer(text, call.plan, call.transcript);
        return { findings, reason: 'analysed', message: `Analysed by ${model.name}.` };
      } catch (thrown) {
        signal.throwIfAborted();
        error = thrown;
      }
    }
  } finally {
    await Promise.allSettled(models.map((model) => model[Symbol.asyncDispose]()));
  }
  if (models.length > 0) throw error;
  return failure('analysis-without-model', withoutModel);
}

/** One model takes no longer, so that the next has its time within a try. */
const modelMsMax = 40_000;
const withoutModel = 'Not analysed: the agent has no language model that can judge a conversation.';

async function settle(
  db: Database,
  key: CallKey,
  { findings, reason, message }: Result,
  usage?: UsageMeter,
): Promise<void> {
  await db.transaction(async (tx) => {
    const status = findings ? 'done' : 'failed';
    const isOurs = await settleAnalysis(tx, key, { status, findings });
    // A try that was overtaken by another was paid for as well.
    await addUsage(tx, key, usage?.sums() ?? []);
    if (isOurs) await recordEvent(tx, key.organizationId, key.callId, { decision: 'noted', reason, message });
  });
}

async function wholeAnswer(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<string> {
  let text = '';
  for await (const part of model.answer(request, { signal })) {
    if (part.type === 'text-delta') text += part.text;
  }
  return text;
}

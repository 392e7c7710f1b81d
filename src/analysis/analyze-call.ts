import { recordEvent } from '../calls/index.ts';
import type { Database } from '../db/index.ts';
import type { JobTry, Queue } from '../jobs/index.ts';
import { toError } from '../kernel/index.ts';
import type { LanguageModel, ModelRequest } from '../providers/spec/index.ts';
import { type Findings, readAnswer } from './read-answer.ts';
import { analysisRequest } from './request.ts';
import { type CallKey, findCallToAnalyze, settleAnalysis } from './store.ts';

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
   * The model that an agent's configuration names, to be disposed of afterwards; null when it is none that can judge a
   * conversation. Rejects when it cannot be had.
   */
  modelOf: (config: Record<string, unknown>, organizationId: string) => Promise<LanguageModel | null>;
}

/** Finds out about a call what its agent's plan wants, and records it with a line for `why`. */
export async function analyzeCall(options: AnalysisOptions, job: JobTry<CallKey>): Promise<void> {
  const { db, modelOf } = options;
  const key = job.data;
  const call = await findCallToAnalyze(db, key);
  if (!call) return;
  if (!call.plan)
    return settle(db, key, null, 'analysis-not-wanted', 'The agent no longer wants an analysis.');
  if (call.transcript.length === 0) {
    return settle(db, key, null, 'analysis-empty', 'Nothing was said in the call that could be analysed.');
  }
  try {
    const found = call.model && (await modelOf(call.model, key.organizationId));
    if (!found) return await settle(db, key, null, 'analysis-without-model', withoutModel);
    await using model = found;
    const request = analysisRequest(call.plan, call.transcript);
    const text = await wholeAnswer(model, request, job.signal);
    const findings = readAnswer(text, call.plan, call.transcript);
    await settle(db, key, findings, 'analysed', `Analysed by ${model.name}.`);
  } catch (thrown) {
    if (!job.isLast) throw thrown;
    const message = `The call could not be analysed: ${toError(thrown).message}.`;
    await settle(db, key, null, 'analysis-failed', message);
  }
}

const withoutModel = 'Not analysed: the agent has no language model that can judge a conversation.';

async function settle(
  db: Database,
  key: CallKey,
  findings: Findings | null,
  reason: string,
  message: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const status = findings ? 'done' : 'failed';
    const isOurs = await settleAnalysis(tx, key, { status, findings });
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

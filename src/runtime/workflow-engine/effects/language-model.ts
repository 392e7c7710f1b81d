import type { LanguageModel } from '../../../conversation/providers/interfaces/index.ts';
import { wholeText } from '../../../conversation/providers/kit/index.ts';
import type { StepOf } from '../../../domains/workflow-definition/index.ts';
import { schemaProblem } from '../../../platform/http/index.ts';
import { isNestedTooDeep, nestingMax } from '../../../platform/kernel/index.ts';
import type { EffectResult } from '../run/settle.ts';

/** Returns the models of an agent-style configuration, in order of use. The caller disposes of them. */
export type ModelsOf = (
  config: Record<string, unknown>,
  context: { organizationId: string },
) => Promise<LanguageModel[]>;

/** Maximum attempts of an answer. It is retried when the provider fails or the answer is invalid. */
const attemptsMax = 3;
const backoffMs = 2_000;

/** Asks the model once. Rejects only with the signal's reason. */
export async function askModel(
  modelsOf: ModelsOf,
  asked: {
    organizationId: string;
    step: StepOf<'languageModel'>;
    input: { system?: string; prompt: string };
    attempts: number;
    nowMs: number;
  },
  signal: AbortSignal,
): Promise<EffectResult> {
  const { organizationId, step, input, attempts, nowMs } = asked;
  let models: LanguageModel[] = [];
  try {
    models = await modelsOf(step.model, { organizationId });
    const [model] = models;
    if (!model) return { kind: 'failed', error: 'the model is not available' };
    const within = AbortSignal.any([signal, AbortSignal.timeout(step.timeoutMs)]);
    const text = await answerOf(model, step, input, within);
    if (step.responseSchema === null) return { kind: 'completed', output: text };
    return { kind: 'completed', output: await readJson(text, step.responseSchema, within) };
  } catch (thrown) {
    signal.throwIfAborted();
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    const isFinal = attempts >= attemptsMax || (thrown as { retryable?: unknown }).retryable === false;
    return isFinal ? { kind: 'failed', error } : { kind: 'retry', error, atMs: nowMs + backoffMs * attempts };
  } finally {
    await Promise.allSettled(models.map((model) => model[Symbol.asyncDispose]()));
  }
}

async function answerOf(
  model: LanguageModel,
  { model: config, responseSchema }: StepOf<'languageModel'>,
  { system, prompt }: { system?: string; prompt: string },
  signal: AbortSignal,
): Promise<string> {
  const request = {
    model: config.model,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system } as const]),
      { role: 'user', content: prompt, input: 'text' } as const,
    ],
    tools: [],
    language: null,
    temperature: config.temperature,
    outputTokensMax: config.maxTokens,
    responseSchema: responseSchema && { name: 'answer', schema: responseSchema },
    state: null,
  };
  return wholeText(model, request, { signal });
}

async function readJson(
  text: string,
  schema: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  if (isNestedTooDeep(text)) throw new Error(`the answer is nested more than ${nestingMax} levels deep`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
  const problem = await schemaProblem(schema, value, signal);
  if (problem) throw new Error(`the answer does not match the schema: ${problem}`);
  return value;
}

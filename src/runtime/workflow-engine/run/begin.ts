import {
  expressionOf,
  fillText,
  fillValue,
  iterationsMax,
  type Step,
  type StepOf,
  waitSecondsMax,
} from '../../../domains/workflow-definition/index.ts';
import { ExpressionError, type Scope } from '../../../platform/expressions/index.ts';
import { fillAddress } from '../../../platform/http/index.ts';
import type { JournalEntry } from './journal.ts';

/** The first state of a step. Omitted fields stay as in a new entry. */
type Beginning = Pick<JournalEntry, 'status'> &
  Partial<Pick<JournalEntry, 'input' | 'output' | 'wakeAtMs' | 'wakeKey'>>;

/**
 * Returns the first state of a step. An internal step is `completed`. A step that waits has the time until which it waits.
 * A step with an effect is `running`, with the input of all its attempts. Throws an ExpressionError.
 */
export function begin(step: Step, scope: Scope, nowMs: number): Beginning {
  switch (step.type) {
    case 'set':
      return { status: 'completed', output: fieldOf('values', step.values, scope) };
    case 'transform':
      return { status: 'completed', output: fieldOf('value', step.value, scope) };
    case 'condition': {
      const branch = isTrue('if', step.if, scope) ? 'then' : 'else';
      return { status: 'completed', output: { branch } };
    }
    case 'split': {
      const index = step.cases.findIndex((one, i) => isTrue(`cases.${i}.if`, one.if, scope));
      const output = index === -1 ? { case: null } : { case: index, name: step.cases[index]?.name ?? null };
      return { status: 'completed', output };
    }
    case 'parallel':
      return { status: 'running' };
    case 'loop':
      return beginLoop(step, scope);
    case 'delay':
      return beginDelay(step, scope, nowMs);
    case 'end': {
      const reason = step.reason === undefined ? null : textOf(fieldOf('reason', step.reason, scope));
      const output = step.output === undefined ? null : fieldOf('output', step.output, scope);
      return { status: 'completed', input: { status: step.status, reason }, output };
    }
    case 'waitForEvent': {
      const key = textOf(fieldOf('key', step.key, scope));
      if (key === '' || key.length > 200) throw new ExpressionError('key must have 1 to 200 characters');
      const wakeAtMs = nowMs + step.timeoutSeconds * 1000;
      return { status: 'waiting', input: { key }, wakeKey: `event:${key}`, wakeAtMs };
    }
    default:
      return { status: 'running', input: inputOf(step, scope) };
  }
}

/** Step types with an effect outside the run. */
export type EffectStep = StepOf<
  | 'http'
  | 'queueCall'
  | 'placeCall'
  | 'sendChatMessage'
  | 'pushPersonalization'
  | 'languageModel'
  | 'searchKnowledge'
  | 'workflow'
>;

const effects: ReadonlySet<string> = new Set<EffectStep['type']>([
  'http',
  'queueCall',
  'placeCall',
  'sendChatMessage',
  'pushPersonalization',
  'languageModel',
  'searchKnowledge',
  'workflow',
]);

/** Returns whether a step has an effect outside its run. */
export function isEffect(step: Step): step is EffectStep {
  return effects.has(step.type);
}

function inputOf(step: EffectStep, scope: Scope): Record<string, unknown> {
  const text = (field: string, template: string) => textOf(fieldOf(field, template, scope));
  switch (step.type) {
    case 'http':
      return {
        method: step.method,
        url: addressOf(step.url, scope),
        headers: fieldOf('headers', step.headers, scope),
        ...(step.body === undefined ? {} : { body: fieldOf('body', step.body, scope) }),
      };
    case 'queueCall':
    case 'placeCall':
      return { agentId: text('agentId', step.agentId), call: fieldOf('call', step.call, scope) };
    case 'sendChatMessage':
      return {
        chatId: text('chatId', step.chatId),
        content: text('content', step.content),
        ...(step.agentName === undefined ? {} : { agentName: text('agentName', step.agentName) }),
      };
    case 'pushPersonalization':
      return { phoneNumber: text('phoneNumber', step.phoneNumber), data: fieldOf('data', step.data, scope) };
    case 'languageModel':
      return {
        ...(step.system === undefined ? {} : { system: text('system', step.system) }),
        prompt: text('prompt', step.prompt),
      };
    case 'searchKnowledge': {
      const { sourceIds, language, limit } = step;
      return {
        query: text('query', step.query),
        sourceIds,
        ...(language === undefined ? {} : { language: text('language', language) }),
        limit,
      };
    }
    case 'workflow':
      return { workflowId: step.workflowId, input: fieldOf('input', step.input, scope) };
  }
}

function addressOf(template: string, scope: Scope): string {
  const filled = within('url', () => fillAddress((encode) => textOf(fillText(template, scope, encode))));
  if ('url' in filled) return filled.url;
  throw new ExpressionError(`url: ${filled.problem}`);
}

/** Fills a field of a step. An error names the field. */
function fieldOf(field: string, template: unknown, scope: Scope): unknown {
  return within(field, () => fillValue(template, scope));
}

function within<Result>(field: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(`${field}: ${error.message}`);
    throw error;
  }
}

function isTrue(field: string, text: string, scope: Scope): boolean {
  const value = within(field, () => expressionOf(text).evaluate(scope));
  if (value === null || typeof value === 'boolean') return value === true;
  throw new ExpressionError(`${field} must yield true or false`);
}

function beginLoop(step: StepOf<'loop'>, scope: Scope): Beginning {
  const over = fieldOf('over', step.over, scope) ?? [];
  if (!Array.isArray(over)) throw new ExpressionError('over must yield a list');
  const most = Math.min(step.maxIterations, iterationsMax);
  if (over.length > most) throw new ExpressionError(`over has ${over.length} elements, more than ${most}`);
  const output = { iterations: 0, ...(step.collect === undefined ? {} : { items: [] }) };
  return { status: 'running', input: { items: over }, output };
}

function beginDelay(step: StepOf<'delay'>, scope: Scope, nowMs: number): Beginning {
  const wakeAtMs =
    step.until === undefined
      ? nowMs + secondsOf(step.seconds, scope) * 1000
      : timeOf(fieldOf('until', step.until, scope));
  if (wakeAtMs > nowMs + waitSecondsMax * 1000) throw new ExpressionError('until is more than a year away');
  const input = { until: new Date(wakeAtMs).toISOString() };
  return wakeAtMs <= nowMs ? { status: 'completed', input } : { status: 'waiting', input, wakeAtMs };
}

function secondsOf(template: unknown, scope: Scope): number {
  const filled = fieldOf('seconds', template, scope);
  const seconds = typeof filled === 'string' && filled.trim() !== '' ? Number(filled) : filled;
  if (typeof seconds === 'number' && seconds >= 0 && seconds <= waitSecondsMax) return seconds;
  throw new ExpressionError(`seconds must yield a number from 0 to ${waitSecondsMax}`);
}

function timeOf(filled: unknown): number {
  const ms = typeof filled === 'string' ? Date.parse(filled) : Number.NaN;
  if (Number.isNaN(ms)) throw new ExpressionError('until must yield a time such as 2026-12-24T18:00:00Z');
  return ms;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

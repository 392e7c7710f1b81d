import type { ModelToolCall } from '../providers/interfaces/index.ts';

/** The most characters of a tool result, as JSON, for the model and for the record. */
const charactersMax = 8000;

/** Returns a result as text for the model. A longer result is cut and marked as such. */
export function resultForModel(result: unknown): string {
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? 'null');
  if (text.length <= charactersMax) return text;
  const beginning = beginningOf(text);
  return `${beginning} (cut off: ${shareOf(beginning, text)})`;
}

/** Returns a result for the record: the whole result, or its `beginning` and, in `cut`, the share that it is of the
 * whole. */
export function resultOnRecord(result: unknown): unknown {
  return bounded(result);
}

/** Returns a tool call for the record; its arguments are bounded like a result. */
export function callOnRecord(call: ModelToolCall): ModelToolCall {
  const args = bounded(call.arguments);
  return args === call.arguments ? call : { ...call, arguments: { ...(args as Cut) } };
}

interface Cut {
  beginning: string;
  cut: string;
}

function bounded(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined || text.length <= charactersMax) return value;
  const beginning = beginningOf(text);
  return { beginning, cut: shareOf(beginning, text) } satisfies Cut;
}

/** Keeps surrogate pairs together: PostgreSQL cannot store half of one. */
function beginningOf(text: string): string {
  const last = text.charCodeAt(charactersMax - 1);
  const isSplit = last >= 0xd800 && last < 0xdc00;
  return text.slice(0, isSplit ? charactersMax - 1 : charactersMax);
}

function shareOf(beginning: string, text: string): string {
  return `the first ${beginning.length} of ${text.length} characters`;
}

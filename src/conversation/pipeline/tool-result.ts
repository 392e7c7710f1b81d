import type { ModelToolCall } from '../providers/interfaces/index.ts';

/** Characters of what came of a tool, as JSON: what a model is given of it, and what is on record. */
const charactersMax = 8000;

/** A result as the model reads it, bounded; of a longer one it is told that this is not all. */
export function resultForModel(result: unknown): string {
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? 'null');
  if (text.length <= charactersMax) return text;
  const beginning = beginningOf(text);
  return `${beginning} (cut off: ${shareOf(beginning, text)})`;
}

/** A result as it is on record: itself, or `beginning` and in `cut` how much of it that is. */
export function resultOnRecord(result: unknown): unknown {
  return bounded(result);
}

/** A call as it is on record; its arguments are bounded like a result. */
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

/** A pair of surrogates stays together: half of one is no text that could be stored. */
function beginningOf(text: string): string {
  const last = text.charCodeAt(charactersMax - 1);
  const isSplit = last >= 0xd800 && last < 0xdc00;
  return text.slice(0, isSplit ? charactersMax - 1 : charactersMax);
}

function shareOf(beginning: string, text: string): string {
  return `the first ${beginning.length} of ${text.length} characters`;
}

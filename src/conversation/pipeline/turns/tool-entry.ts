import type { ExpectedCharacters, ModelTool } from '../../providers/interfaces/index.ts';

/** One run of digits in a pattern: `\d` or `[0-9]`, with `{n}` or `{n,m}`. */
const digitsRun = /(?:\\d|\[0-9\])(?:\{(\d+)(?:,(\d+))?\})?/g;
/** The parts of a pattern that take no digit: anchors, and separators that may be missing. */
const others = /^\^|\$$|(?:[- ]|\[[- ]+\]|\\[-.s])\?/g;

/**
 * Returns the digits that the tools' parameters need, by their `pattern` (JSON Schema), such as `^\d{8}$`. With several such
 * parameters it is the range of all. Other parameters do not count; `null` without any.
 */
export function entryOfTools(tools: readonly ModelTool[]): ExpectedCharacters | null {
  const lengths = tools.flatMap(({ parameters }) =>
    Object.values((parameters.properties ?? {}) as Record<string, { pattern?: unknown } | null>).flatMap(
      (property) => lengthOf(property?.pattern) ?? [],
    ),
  );
  if (lengths.length === 0) return null;
  return {
    kind: 'digits',
    lengthMin: Math.min(...lengths.map(({ min }) => min)),
    lengthMax: Math.max(...lengths.map(({ max }) => max)),
  };
}

/** Returns the fewest and most digits that match a pattern; `null` when it takes anything else. */
function lengthOf(pattern: unknown): { min: number; max: number } | null {
  if (typeof pattern !== 'string' || !/^\^.*\$$/.test(pattern)) return null;
  const runs = [...pattern.matchAll(digitsRun)].map(([, min = '1', max = min]) => ({
    min: Number(min),
    max: Number(max),
  }));
  const isOnlyDigits = pattern.replaceAll(digitsRun, '').replaceAll(others, '') === '';
  if (runs.length === 0 || !isOnlyDigits) return null;
  return runs.reduce((all, run) => ({ min: all.min + run.min, max: all.max + run.max }));
}

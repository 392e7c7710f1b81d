import type { ExpectedCharacters, ModelTool } from '../../providers/interfaces/index.ts';

/** One run of digits or letters in a pattern: `\d` or a list such as `[A-Z0-9]`, with `{n}` or `{n,m}`. */
const run = /(?<taken>\\d|\[(?:\\d|0-9|A-Z|a-z)+\])(?:\{(?<min>\d+)(?:,(?<max>\d+))?\})?/g;
/** The parts of a pattern that the caller does not say: anchors, and separators that may be missing. */
const others = /^\^|\$$|(?:[- ]|\[[- ]+\]|\\[-.s])\?/g;

/**
 * Returns the digits, or the digits and spelled letters, that the tools' parameters need, by their `pattern` (JSON Schema), such as
 * `^\d{8}$` or `^[A-Z]{2}\d{4}$`. With several such parameters it is the range of all. Other parameters do not count; `null`
 * without any.
 */
export function entryOfTools(tools: readonly ModelTool[]): ExpectedCharacters | null {
  const entries = tools.flatMap(({ parameters }) =>
    Object.values((parameters.properties ?? {}) as Record<string, { pattern?: unknown } | null>).flatMap(
      (property) => entryOf(property?.pattern) ?? [],
    ),
  );
  if (entries.length === 0) return null;
  return {
    kind: entries.some(({ kind }) => kind === 'spelled') ? 'spelled' : 'digits',
    lengthMin: Math.min(...entries.map(({ lengthMin }) => lengthMin)),
    lengthMax: Math.max(...entries.map(({ lengthMax }) => lengthMax)),
  };
}

/** Returns the characters that match a pattern; `null` when it takes anything else. */
function entryOf(pattern: unknown): ExpectedCharacters | null {
  if (typeof pattern !== 'string' || !/^\^.*\$$/.test(pattern)) return null;
  const runs = [...pattern.matchAll(run)].map(({ groups }) => ({
    hasLetters: /A|a/.test(groups?.taken ?? ''),
    min: Number(groups?.min ?? 1),
    max: Number(groups?.max ?? groups?.min ?? 1),
  }));
  const isSaidOneByOne = pattern.replaceAll(run, '').replaceAll(others, '') === '';
  if (runs.length === 0 || !isSaidOneByOne) return null;
  return {
    kind: runs.some(({ hasLetters }) => hasLetters) ? 'spelled' : 'digits',
    lengthMin: runs.reduce((sum, { min }) => sum + min, 0),
    lengthMax: runs.reduce((sum, { max }) => sum + max, 0),
  };
}

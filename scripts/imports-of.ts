/** One relative import. A null specifier is computed while the program runs. */
export interface Import {
  /** From 1. */
  line: number;
  specifier: string | null;
}

/**
 * Returns the relative imports of a source file: `import` and `export … from` statements, which the formatter puts at
 * the start of a line, and `import(…)` anywhere, as an expression or a type. The last line of a statement over several
 * lines counts too, because the first pattern stops at comments inside the statement.
 */
export function importsOf(source: string): Import[] {
  const patterns = [
    /^(?:import|export)\b(?:[^'"`;()=]*?\bfrom)?\s*(['"])(?<specifier>[^'"\n]+)\1/gm,
    /^\} from (['"])(?<specifier>[^'"\n]+)\1/gm,
    /(?<![\w.$])import\(\s*(?:(['"`])(?<specifier>[^'"`$\n]+)\1|[^\s)])/g,
  ];
  const byEnd = new Map<number, { index: number; specifier: string | null }>();
  for (const match of patterns.flatMap((pattern) => [...source.matchAll(pattern)])) {
    const end = match.index + match[0].length;
    if (!byEnd.has(end)) byEnd.set(end, { index: match.index, specifier: match.groups?.specifier ?? null });
  }
  return [...byEnd.values()]
    .filter(({ specifier }) => specifier === null || specifier.startsWith('.'))
    .sort((a, b) => a.index - b.index)
    .map(({ index, specifier }) => ({ line: source.slice(0, index).split('\n').length, specifier }));
}

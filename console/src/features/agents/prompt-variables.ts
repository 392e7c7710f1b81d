const variable = /\{\{([^{}]*)\}\}/g;
const nameOf = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Variables that every call has. */
export const builtInVariables: ReadonlySet<string> = new Set([
  ...['customerNumber', 'agentNumber', 'callId', 'date', 'time', 'timeZone', 'memory'],
]);

/** A piece of a text: plain text or a variable. */
interface TextPiece {
  text: string;
  kind: 'text' | 'variable' | 'broken';
  /** The position in the text. */
  at: number;
}

/** Splits a text into pieces. `broken` marks a variable whose name is invalid. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(variable)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), kind: 'text', at });
    const kind = nameOf.test(match[1]!.trim()) ? 'variable' : 'broken';
    pieces.push({ text: match[0], kind, at: match.index });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: 'text', at });
  return pieces;
}

/** Returns the names of the variables in texts, each once, in order. */
export function variablesIn(...texts: string[]): string[] {
  const names = texts
    .flatMap(piecesOf)
    .filter(({ kind }) => kind === 'variable')
    .map(({ text }) => text.slice(2, -2).trim());
  return [...new Set(names)];
}

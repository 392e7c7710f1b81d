import { lineAt } from './locate.ts';

/** A definition from text, or why and in which line it is invalid. */
export type Parsed =
  | { definition: Record<string, unknown>; error: null }
  | { definition: null; error: { message: string; line: number } };

export function parseDefinition(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { definition: value as Record<string, unknown>, error: null };
    return { definition: null, error: { message: 'A definition must be an object with steps.', line: 1 } };
  } catch (error) {
    const { message } = error as Error;
    return { definition: null, error: { message: messageOf(message), line: lineOf(text, message) } };
  }
}

/** Formats a definition the one way in which it is stored while it is edited. */
export function textOf(definition: unknown): string {
  return JSON.stringify(definition, null, 2);
}

/** Browsers report the place differently: by line, by offset, or by the text around it. */
function lineOf(text: string, message: string): number {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  return lineAt(text, position === undefined ? text.length : Number(position));
}

function messageOf(message: string): string {
  return message
    .replace(/^JSON\.parse: /, '')
    .replace(/ in JSON at position.*$/s, '')
    .replace(/, ".*" is not valid JSON$/s, '');
}

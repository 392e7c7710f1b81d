import { isObject } from './json-path.ts';
import { lineAt } from './locate.ts';

/** An object from text, or why and in which line the text is invalid. */
export type Parsed =
  | { value: Record<string, unknown>; error: null }
  | { value: null; error: { message: string; line: number } };

/** Parses the JSON of an object. */
export function parseObject(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { value, error: null };
    return { value: null, error: { message: 'The text must be one object in braces', line: 1 } };
  } catch (error) {
    const { message } = error as Error;
    return { value: null, error: { message: messageOf(message), line: lineOf(text, message) } };
  }
}

/** Formats JSON the one way in which it is shown while it is edited. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, null, 2);
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

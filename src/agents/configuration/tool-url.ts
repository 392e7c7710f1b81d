import { z } from 'zod';
import { variablesIn } from '../prompt-variables.ts';

/** What is wrong with the address of a tool, in words; null: nothing. */
function problemOf(text: string): string | null {
  const { malformed } = variablesIn(text);
  if (malformed.length > 0) return `has {{${malformed[0]!.slice(0, 64)}}}, which is not a variable`;
  const [one, other] = ['a', 'b'].map((filled) => read(text.replaceAll(/\{\{[^{}]*\}\}/g, filled)));
  if (!one || !other) return 'must be an http or https URL';
  // Who fills the variables must not choose whom the headers are sent to.
  if (one.origin !== other.origin) return 'must not have variables before its path';
  return one.username === '' && one.password === '' ? null : 'must not have a user; use a secret header';
}

function read(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** An address with `{{variable}}` in its path and query. */
export const ToolUrl = z
  .string()
  .max(4000)
  .superRefine((text, context) => {
    const message = problemOf(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

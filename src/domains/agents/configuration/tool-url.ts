import { z } from 'zod';
import { variablesProblem } from '../prompt-variables.ts';

/** What is wrong with the address of a tool, in words; null: nothing. */
function problemOf(text: string): string | null {
  const variables = variablesProblem(text);
  if (variables !== null) return variables;
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

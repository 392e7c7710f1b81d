import { z } from 'zod';
import { variablesProblem } from '../prompt-variables.ts';

/** Returns what is wrong with a tool's address, or null. */
function problemOf(text: string): string | null {
  const variables = variablesProblem(text);
  if (variables !== null) return variables;
  const [one, other] = ['a', 'b'].map((filled) => read(text.replaceAll(/\{\{[^{}]*\}\}/g, filled)));
  if (!one || !other) return 'must be an http or https URL';
  // A caller who fills the variables must not choose the host that receives the headers.
  if (one.origin !== other.origin) return 'must not have variables before its path';
  return one.username === '' && one.password === '' ? null : 'must not contain a user; use a secret header';
}

function read(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** A URL with `{{variable}}` in its path and query. */
export const ToolUrl = z
  .string()
  .max(4000)
  .superRefine((text, context) => {
    const message = problemOf(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

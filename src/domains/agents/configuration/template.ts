import type { z } from 'zod';
import { FreeObject } from '../../../platform/http/index.ts';
import { variablesProblem } from '../prompt-variables.ts';

/** Rejects a text whose `{{variable}}`s cannot be filled. */
export function checkTemplate(text: string, context: z.RefinementCtx): void {
  const message = variablesProblem(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
}

/** An object with `{{variable}}` in its texts at any depth. */
export const JsonTemplate = FreeObject.superRefine((value, context) => {
  const problem = problemIn(value, []);
  if (problem) context.addIssue({ code: 'custom', ...problem });
});

function problemIn(value: unknown, path: string[]): { path: string[]; message: string } | null {
  if (typeof value === 'string') {
    const message = variablesProblem(value);
    return message === null ? null : { path, message };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const problem = problemIn(inner, [...path, key]);
    if (problem) return problem;
  }
  return null;
}

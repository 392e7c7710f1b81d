import { refusedField } from '../api/index.ts';
import { jsonProblem } from './json-problem.ts';

/** The value that a field holds as JSON. Throws what a form shows at that field: what is wrong, and in which line. */
export function parseJson(field: string, text: string): unknown {
  const problem = jsonProblem(text);
  if (problem !== null) throw refusedField(field, problem);
  return JSON.parse(text);
}

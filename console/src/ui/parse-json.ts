import { refusedField } from '../api/index.ts';
import { jsonProblem } from './json-problem.ts';

/** Parses the JSON of a field. Throws what the form shows at that field: the error with its line. */
export function parseJson(field: string, text: string): unknown {
  const problem = jsonProblem(text);
  if (problem !== null) throw refusedField(field, problem);
  return JSON.parse(text);
}

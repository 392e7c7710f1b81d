import type { Program } from '../world/program.ts';

/** The number of answers by status (`none` without one), by method and route. */
export type Answers = Record<string, Record<string, number>>;

/** Returns a path without its query, whose ids are replaced. */
export function routeOf(path: string): string {
  const [route = ''] = path.split('?', 1);
  return route
    .split('/')
    .map((part) => (/_|^[\da-f]{8}-/.test(part) ? '{id}' : part))
    .join('/');
}

/**
 * Returns a function that sends requests as `request` does, counts their answers, and reports each route that ever answers
 * 500, with the error that its program logged. While the database is away, an answer is 503 with a reason.
 */
export function counted(
  request: Program['request'],
  answers: Answers,
  violation: (text: string) => void,
  errorOf: (requestId: string) => string = () => '',
): Program['request'] {
  return async (method, path, options) => {
    const name = `${method} ${routeOf(path)}`;
    answers[name] ??= {};
    const count = (status: string) => {
      answers[name]![status] = (answers[name]![status] ?? 0) + 1;
    };
    try {
      const answer = await request(method, path, options);
      count(String(answer.status));
      if (answer.status === 500)
        violation(
          `answered with 500: ${name}: ${errorOf(answer.body?.requestId) || answer.text.slice(0, 300)}`,
        );
      return answer;
    } catch (error) {
      count('none');
      throw error;
    }
  };
}

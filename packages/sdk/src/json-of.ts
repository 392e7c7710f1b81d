import { ParleyError } from './error.ts';

/** Returns the JSON of an answer. Rejects with a `ParleyError` when it is no JSON, such as the page of a proxy. */
export async function jsonOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ParleyError({
      status: answer.status,
      code: 'invalid_answer',
      message: 'What answered is not the service: the answer is no JSON.',
      requestId: answer.headers.get('x-request-id'),
      cause,
    });
  }
}

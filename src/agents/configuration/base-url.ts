import { z } from 'zod';

/** Where a provider is asked in place of its own address. What may be reached is judged when it is. */
export const BaseUrl = z
  .url({ protocol: /^(?:https?|wss?)$/, error: 'must be an http, https, ws or wss URL' })
  .max(2000)
  .nullable()
  .default(null)
  .describe("In place of the provider's own address; private addresses have to be allowed by the operator");

/** The error of a discriminated union: what may stand in its discriminator. */
export function oneOf(values: readonly string[], discriminator: string) {
  const words = `must be one of ${values.join(', ')}`;
  return (issue: { code?: string | undefined; input?: unknown }) =>
    issue.code === 'invalid_union' ? words : `must be an object with a ${discriminator}`;
}

/** The error of a discriminated union: what may stand in its discriminator. */
export function oneOf(values: readonly string[], discriminator: string) {
  const words = `must be one of ${values.join(', ')}`;
  return (issue: { code?: string | undefined }) =>
    issue.code === 'invalid_union' ? words : `must be an object with a ${discriminator}`;
}

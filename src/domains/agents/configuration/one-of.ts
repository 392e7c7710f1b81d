/** Returns the error message of a discriminated union, which lists the allowed values of its discriminator. */
export function oneOf(values: readonly string[], discriminator: string) {
  const message = `must be one of ${values.join(', ')}`;
  return (issue: { code?: string | undefined }) =>
    issue.code === 'invalid_union' ? message : `must be an object with a ${discriminator}`;
}

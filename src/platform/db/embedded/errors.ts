/** The embedded PostgreSQL cannot run. The message says to the operator what to do. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** Returns the `code` of a system error (`ENOENT`), or undefined. */
export function errorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined;
}

/** Returns the value of `promise`, or undefined when its file does not exist. */
export async function unlessMissing<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

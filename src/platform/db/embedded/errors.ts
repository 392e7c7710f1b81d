/** The embedded PostgreSQL cannot run; the message is meant for the operator and says what to do. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** The `code` of a system error (`ENOENT`), or undefined. */
export function errorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined;
}

/** The value of `promise`, or undefined where the file that it asks for does not exist. */
export async function unlessMissing<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

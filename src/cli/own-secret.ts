import type { OperatorDatabase } from './operator-database.ts';

/** Throws when the secret key is not the one of this database: what it signs would be taken by nobody. */
export function requireOwnSecret({ isOwnSecret }: OperatorDatabase): void {
  if (isOwnSecret) return;
  throw new Error(
    'The secret key is not the one of this database. Give the command the PARLEY_SECRET_KEY or PARLEY_DATA_DIR of the service.',
  );
}

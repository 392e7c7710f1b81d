import type { ResealedColumn, SecretKey } from '../../../platform/access/index.ts';
import type { Queryable } from '../../../platform/db/index.ts';
import { selectSealed } from './store.ts';

/** The place that a value is bound to. Copied into another row, it cannot be opened. */
export function placeOfSecret(organizationId: string, name: string): string {
  return `workflow-secret:${organizationId}:${name}`;
}

/** The column that holds secrets, for key rotation. */
export const sealedWorkflowColumns: readonly ResealedColumn[] = [
  {
    table: 'workflow_secrets',
    column: 'sealed_value',
    key: ['organization_id', 'name'],
    again: (value, row, reseal) => reseal(value as Buffer, placeOfSecret(row.organization_id!, row.name!)),
  },
];

/** Returns the existing secrets among the names. Pass them on and never log them. */
export async function findWorkflowSecrets(
  db: Queryable,
  key: SecretKey,
  organizationId: string,
  names: readonly string[],
): Promise<Map<string, { value: string; origins: string[] }>> {
  if (names.length === 0) return new Map();
  const rows = await selectSealed(db, organizationId, names);
  return new Map(
    rows.map(({ name, sealed_value, allowed_origins: origins }) => [
      name,
      { value: key.open(sealed_value, placeOfSecret(organizationId, name)), origins },
    ]),
  );
}

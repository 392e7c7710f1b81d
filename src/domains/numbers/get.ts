import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { PhoneNumber } from './schemas.ts';
import { findPhoneNumber } from './store.ts';

export async function getPhoneNumber(scope: ReadScope, phoneNumberId: string): Promise<PhoneNumber> {
  const number = await findPhoneNumber(scope.db, scope.actor.organizationId, phoneNumberId);
  if (!number) throw notFound('phone number');
  return number;
}

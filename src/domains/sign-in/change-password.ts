import { endSessionsBut } from '../../platform/access/index.ts';
import { type AuditEntry, change, type Scope } from '../../platform/audit/index.ts';
import type { RequestClient } from '../../platform/http/index.ts';
import { ApiError, invalid } from '../../platform/kernel/index.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { problemOfPassword } from './password-rules.ts';
import type { ChangePassword } from './schemas.ts';
import type { SignInContext } from './sign-in-context.ts';
import { accountOf, holdsPassword, storePassword } from './store.ts';

/** Changes the requesting member's password and ends the member's other sessions. */
export async function changePassword(
  { access, hashingLimit, limits }: SignInContext,
  scope: Scope & { client: RequestClient },
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  const { actor, client, db } = scope;
  const { organizationId, memberId, apiKeyId } = actor;
  limits.count(client.address, memberId, Date.now());
  const account = await accountOf(db, organizationId, memberId);
  const isRight = await hashingLimit.run(async () =>
    isPassword(currentPassword, account?.passwordHash ?? ''),
  );
  if (!account || !isRight) throw wrong();
  const { organizationName, name: memberName, email } = account;
  const problem = problemOfPassword(newPassword, { organizationName, memberName, email });
  if (problem) throw invalid('newPassword', problem);
  const passwordHash = await hashingLimit.run(() => hashPassword(newPassword));
  await change({ db, actor }, async (tx) => {
    // The password was changed meanwhile.
    if (!(await holdsPassword(tx, account))) throw wrong();
    await storePassword(tx, organizationId, memberId, passwordHash);
    const ended = await endSessionsBut(tx, organizationId, memberId, apiKeyId);
    const audit: AuditEntry[] = [{ verb: 'updated', type: 'passwords', id: memberId, label: memberName }];
    for (const id of ended) audit.push({ verb: 'deleted', type: 'sessions', id, label: memberName });
    return { result: undefined, audit };
  });
  access.changed();
}

/** Not a 401, because the session stays valid. */
function wrong(): ApiError {
  return new ApiError(403, 'password.wrong', 'currentPassword: is wrong');
}

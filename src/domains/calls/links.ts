import { hashOfSecretToken, newSecretToken } from '../../platform/access/index.ts';
import { change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import type { CallLink, CreateCallLink, CreatedCallLink } from './link-schemas.ts';
import { deleteLinkRow, insertLink, lockForLink, selectLinks } from './store/links.ts';
import { callExists } from './store/look-up.ts';

/** The links of one call that work. */
const linksMax = 20;

/** Returns the links of a call that work, oldest first. */
export async function listLinks(scope: ReadScope, callId: string): Promise<{ links: CallLink[] }> {
  const { organizationId } = scope.actor;
  if (!(await callExists(scope.db, organizationId, callId))) throw notFound('call');
  return { links: await selectLinks(scope.db, organizationId, callId) };
}

/**
 * Makes a link with which anybody reads the call. Throws a 409 for a call that is not over, for the call of an erased
 * customer, and for one link too many.
 */
export async function createLink(
  scope: Scope & { baseUrl: string },
  callId: string,
  { hours, withRecording }: CreateCallLink,
): Promise<CreatedCallLink> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const call = await lockForLink(tx, organizationId, callId);
    if (call === null) {
      if (!(await callExists(tx, organizationId, callId))) throw notFound('call');
      throw conflict('call.erased', 'The data of the customer of this call was deleted.');
    }
    if (!call.isOver) throw conflict('call.not_over', 'A call can be shared when it is over.');
    if (call.links >= linksMax)
      throw conflict('call.too_many_links', `A call has at most ${linksMax} links. Revoke one first.`);
    const token = newSecretToken();
    const linkId = newId('link');
    const values = { callId, linkId, tokenHash: hashOfSecretToken(token), memberId, withRecording, hours };
    const link = await insertLink(tx, organizationId, values);
    return {
      // The token is behind the #, which browsers do not send.
      result: { ...link, url: `${scope.baseUrl}/shared-call#${token}` },
      audit: { verb: 'created', type: 'call_links', id: callId, label: linkId },
    };
  });
}

/** Revokes a link. Throws a 404. */
export async function revokeLink(scope: Scope, key: { callId: string; linkId: string }): Promise<void> {
  return change(scope, async (tx) => {
    if (!(await deleteLinkRow(tx, scope.actor.organizationId, key))) throw notFound('link');
    return {
      result: undefined,
      audit: { verb: 'deleted', type: 'call_links', id: key.callId, label: key.linkId },
    };
  });
}

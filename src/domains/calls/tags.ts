import { type Audited, change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { callExists } from './store/look-up.ts';
import { lockForTags, selectUsedTags, writeTags } from './store/tags.ts';
import { type CallTags, tagsMax } from './tag-schemas.ts';

/** Returns the tags of the newest calls that have any. */
export async function listTags({ db, actor }: ReadScope): Promise<CallTags> {
  return { tags: await selectUsedTags(db, actor.organizationId) };
}

/** Adds a tag to a call, which may have it. Throws a 409 for the call of an erased customer, and for one tag too many. */
export function addTag(scope: Scope, callId: string, tag: string): Promise<CallTags> {
  return changeTags(scope, callId, (tags) => {
    if (tags.includes(tag)) return tags;
    if (tags.length >= tagsMax)
      throw conflict('call.too_many_tags', `A call has at most ${tagsMax} tags. Remove one first.`);
    return [...tags, tag].sort();
  });
}

/** Removes a tag from a call, which may not have it. */
export function removeTag(scope: Scope, callId: string, tag: string): Promise<CallTags> {
  return changeTags(scope, callId, (tags) => tags.filter((other) => other !== tag));
}

function changeTags(scope: Scope, callId: string, changed: (tags: string[]) => string[]): Promise<CallTags> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx): Promise<Audited<CallTags>> => {
    const before = await lockForTags(tx, organizationId, callId);
    if (before === null) {
      if (!(await callExists(tx, organizationId, callId))) throw notFound('call');
      throw conflict('call.erased', 'The data of the customer of this call was deleted.');
    }
    const tags = changed(before);
    if (tags.length === before.length) return { result: { tags }, audit: [] };
    await writeTags(tx, organizationId, callId, tags);
    const verb = tags.length > before.length ? 'created' : 'deleted';
    return { result: { tags }, audit: { verb, type: 'call_tags', id: callId, label: null } };
  });
}

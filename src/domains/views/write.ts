import { change, type Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import { type CreateView, type UpdateView, type View, viewsMax } from './schemas.ts';
import { deleteViewRow, findView, insertView, lockViews, otherViews, updateViewRow } from './store.ts';

/** Saves filters under a name for all members of the organization. */
export async function createView(scope: Scope, input: CreateView): Promise<View> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const id = newId('view');
    await lockViews(tx, organizationId);
    await checkOthers(tx, organizationId, id, input);
    const view = await insertView(tx, organizationId, id, input);
    return { result: view, audit: { verb: 'created', type: 'views', id, label: view.name } };
  });
}

/** Changes the name or the filters of a view. */
export async function updateView(scope: Scope, id: string, input: UpdateView): Promise<View> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    await lockViews(tx, organizationId);
    const current = await findView(tx, organizationId, id);
    if (!current) throw notFound('view');
    if (changesNothing(input)) return { result: current, audit: [] };
    const values = withChanges(current, input);
    await checkOthers(tx, organizationId, id, values);
    const view = await updateViewRow(tx, organizationId, id, values);
    return { result: view, audit: { verb: 'updated', type: 'views', id, label: view.name } };
  });
}

export async function deleteView(scope: Scope, id: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const label = await deleteViewRow(tx, organizationId, id);
    if (label === null) throw notFound('view');
    return { result: undefined, audit: { verb: 'deleted', type: 'views', id, label } };
  });
}

/** Throws a 409 when another view has the name, or the organization has too many views. */
async function checkOthers(
  tx: Queryable,
  organizationId: string,
  id: string,
  view: Pick<View, 'name' | 'page'>,
): Promise<void> {
  const { count, isTaken } = await otherViews(tx, organizationId, id, view);
  if (isTaken) {
    const message = `Another view is named "${view.name}". Choose another name, or change that view.`;
    throw conflict('view.name_taken', message);
  }
  if (count >= viewsMax) {
    throw conflict('view.too_many', `An organization has at most ${viewsMax} views. Delete some first.`);
  }
}

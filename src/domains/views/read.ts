import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { View } from './schemas.ts';
import { findView, selectViews } from './store.ts';

/** Returns a view. Throws a 404. */
export async function getView(scope: ReadScope, viewId: string): Promise<View> {
  const view = await findView(scope.db, scope.actor.organizationId, viewId);
  if (!view) throw notFound('view');
  return view;
}

/** Returns the organization's views, newest first. */
export async function listViews(scope: ReadScope, page: NamedPageRequest): Promise<Page<View>> {
  const views = await selectViews(scope.db, scope.actor.organizationId, page);
  return pageOf(views, page.size, ({ createdAt, viewId: id }) => ({ createdAt, id }));
}

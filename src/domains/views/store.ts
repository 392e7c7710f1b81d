import {
  firstRow,
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  toJson,
} from '../../platform/db/index.ts';
import type { NamedPageRequest } from '../../platform/http/index.ts';
import type { CreateView, View } from './schemas.ts';

const columns = `view_id as "viewId", name, page, filters, created_at as "createdAt", updated_at as "updatedAt"`;

const insert = statement(
  'views.insert',
  `insert into views (organization_id, view_id, name, page, filters, created_at, updated_at)
   values ($1, $2, $3, $4, $5, now(), now()) returning ${columns}`,
);
const update = statement(
  'views.update',
  `update views set name = $3, filters = $4, updated_at = now() where organization_id = $1 and view_id = $2
   returning ${columns}`,
);
const selectOne = readStatement(
  'views.get',
  `select ${columns} from views where organization_id = $1 and view_id = $2`,
);
const list = namedList('views.list', {
  select: `select ${columns} from views`,
  organization: 'organization_id',
  id: 'view_id',
  text: 'name',
});
const remove = statement(
  'views.delete',
  'delete from views where organization_id = $1 and view_id = $2 returning name',
);
const lock = statement('views.lock', "select pg_advisory_xact_lock(hashtextextended('views ' || $1, 0))");
const others = readStatement(
  'views.others',
  `select count(*) as count, bool_or(page = $3 and lower(name) = lower($4)) as taken from views
   where organization_id = $1 and view_id <> $2`,
);

export async function insertView(
  db: Queryable,
  organizationId: string,
  viewId: string,
  { name, page, filters }: CreateView,
): Promise<View> {
  const [row] = await db.query<View>(insert, [organizationId, viewId, name, page, toJson(filters)]);
  return row!;
}

export async function updateViewRow(
  db: Queryable,
  organizationId: string,
  viewId: string,
  { name, filters }: Pick<View, 'name' | 'filters'>,
): Promise<View> {
  const [row] = await db.query<View>(update, [organizationId, viewId, name, toJson(filters)]);
  return row!;
}

export function findView(db: Queryable, organizationId: string, viewId: string): Promise<View | null> {
  return firstRow(db, selectOne, [organizationId, viewId]);
}

/** Returns one row more than the page. */
export function selectViews(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<View[]> {
  return queryNamedList<View>(db, list, organizationId, request);
}

/** Deletes a view and returns its name, or null when it does not exist. */
export async function deleteViewRow(
  db: Queryable,
  organizationId: string,
  viewId: string,
): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(remove, [organizationId, viewId]);
  return row?.name ?? null;
}

/** Prevents other changes of the organization's views until the transaction ends. */
export async function lockViews(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(lock, [organizationId]);
}

/** Returns the number of other views, and whether one of them has the name on this page. */
export async function otherViews(
  tx: Queryable,
  organizationId: string,
  viewId: string,
  { name, page }: Pick<View, 'name' | 'page'>,
): Promise<{ count: number; isTaken: boolean }> {
  const values = [organizationId, viewId, page, name];
  const [row] = await tx.query<{ count: number; taken: boolean | null }>(others, values);
  return { count: Number(row!.count), isTaken: row!.taken === true };
}

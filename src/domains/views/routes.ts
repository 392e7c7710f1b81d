import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { getView, listViews } from './read.ts';
import { CreateView, UpdateView, View, ViewPage } from './schemas.ts';
import { createView, deleteView, updateView } from './write.ts';

const params = z.object({ viewId: z.string() });
const path = '/api/views';
const tag = 'Views';

/** The operations of saved views. */
export function viewRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createView',
      tag,
      summary: 'Save filters as a view',
      description:
        'A view is the filters of a page of the console under a name. All members of the organization see it. Answers 409 `view.name_taken` when another view of the page has the name, and `view.too_many` at 200 views.',
      scope: 'calls:write',
      body: CreateView,
      output: View,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createView({ db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listViews',
      tag,
      summary: 'List saved views, newest first',
      scope: 'calls:read',
      query: z.object(namedPageParameters),
      output: ViewPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listViews({ db, ...context }, namedPageRequest(query));
        return { views: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
    ...oneViewRoutes({ db }),
  ];
}

function oneViewRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{viewId}`,
      operationId: 'getView',
      tag,
      summary: 'Read a saved view',
      scope: 'calls:read',
      params,
      output: View,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getView({ db, ...context }, params.viewId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{viewId}`,
      operationId: 'updateView',
      tag,
      summary: 'Change the name or the filters of a view',
      description: '`filters` replaces all filters of the view.',
      scope: 'calls:write',
      params,
      body: UpdateView,
      output: View,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, body }) => updateView({ db, ...context }, params.viewId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{viewId}`,
      operationId: 'deleteView',
      tag,
      summary: 'Delete a saved view',
      scope: 'calls:write',
      params,
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteView({ db, ...context }, params.viewId),
    }),
  ];
}

import { z } from 'zod';
import type { AccessState } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { getMember, listMembers } from './read.ts';
import { CreateMember, Member, MemberPage, UpdateMember } from './schemas.ts';
import { createMember, deleteMember, updateMember } from './write.ts';

const params = z.object({ memberId: z.string() });
const path = '/api/members';

interface MemberRouteDependencies {
  db: Database;
  access: AccessState;
}

export function memberRoutes(dependencies: MemberRouteDependencies): Route[] {
  return [...collectionRoutes(dependencies), ...itemRoutes(dependencies)];
}

/** Creates and lists members. */
function collectionRoutes({ db }: MemberRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createMember',
      tag: 'Members',
      summary: 'Add a member',
      description:
        'The scopes of the role must be within those of the API key, else 403 `scope.escalation`. An e-mail address of another member is refused with 400.',
      scope: 'members:write',
      body: CreateMember,
      output: Member,
      status: 201,
      handle: (context, { body }) => createMember({ db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listMembers',
      tag: 'Members',
      summary: 'List members, newest first',
      scope: 'members:read',
      query: z.object(namedPageParameters),
      output: MemberPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listMembers({ db, ...context }, namedPageRequest(query));
        return { members: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
  ];
}

/** Reads, changes and removes one member. */
function itemRoutes({ db, access }: MemberRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{memberId}`,
      operationId: 'getMember',
      tag: 'Members',
      summary: 'Read a member',
      scope: 'members:read',
      params,
      output: Member,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getMember({ db, ...context }, params.memberId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{memberId}`,
      operationId: 'updateMember',
      tag: 'Members',
      summary: 'Change a member',
      description:
        'The scopes of the old and the new role, and for a new `email` those of the member’s role, must be within those of the API key, else 403 `scope.escalation`. The member’s keys that exceed the new role are revoked at once. The last Admin keeps the role: 409 `member.last_admin`.',
      scope: 'members:write',
      params,
      body: UpdateMember,
      output: Member,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, body }) => updateMember({ db, access, ...context }, params.memberId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{memberId}`,
      operationId: 'deleteMember',
      tag: 'Members',
      summary: 'Remove a member',
      description:
        'All keys of the member are revoked at once. The scopes of the member’s role must be within those of the API key, else 403 `scope.escalation`. The last Admin cannot be removed: 409 `member.last_admin`.',
      scope: 'members:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteMember({ db, access, ...context }, params.memberId),
    }),
  ];
}

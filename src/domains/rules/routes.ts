import { defineRoute, type Route } from '../../platform/http/index.ts';
import { listRulePacks } from './list.ts';
import { RulePackList } from './schemas.ts';

export function ruleRoutes(): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/rule-packs',
      operationId: 'listRulePacks',
      tag: 'Organization',
      summary: 'List the calling-hours rules that can be switched on, with their sources',
      description:
        'An organization switches packs on with `rulePacks`. They are data and no legal advice: whether a law is about your calls is for you to find out.',
      scope: 'organization:read',
      output: RulePackList,
      status: 200,
      handle: async () => listRulePacks(Date.now()),
    }),
  ];
}

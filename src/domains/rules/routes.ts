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
      summary: 'List the calling-hours rule packs with their sources',
      description:
        'An organization enables packs with `rulePacks`. They are data and not legal advice. Check whether a law applies to your calls.',
      scope: 'organization:read',
      output: RulePackList,
      status: 200,
      handle: async () => listRulePacks(Date.now()),
    }),
  ];
}

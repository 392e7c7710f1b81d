export { endedReasons, groupOf, markOf, meaningOf, outcomeGroups, reasonsOf } from './outcome-groups.ts';

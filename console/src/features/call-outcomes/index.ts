export { colorOf, endedReasons, groupOf, outcomeGroups, reasonsOf } from './outcome-groups.ts';

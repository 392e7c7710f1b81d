export { useMemberNames } from './use-member-names.ts';

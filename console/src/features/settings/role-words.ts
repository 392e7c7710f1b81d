import type { Schema } from '../../api/index.ts';

/** What a member, or a key, may do altogether. */
export type Role = Schema<'Member'>['role'];

/** What each role is for, those with more rights first. */
export const roleWords: Record<Role, string> = {
  Admin: 'Everything, with members, keys, limits and the audit log.',
  'Agent Manager': 'Builds and runs agents, campaigns, numbers and workflows; sees who works here.',
  Support: 'Sees all of the work, places calls, writes in chats, pushes personalization.',
  Viewer: 'Sees the work, and changes nothing.',
};

/** All of them, in that order. */
export const roles = Object.keys(roleWords) as Role[];

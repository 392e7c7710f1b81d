import type { Schema } from '../../api/index.ts';

/** What a member, or a key, may do altogether. */
export type Role = Schema<'Member'>['role'];

/** What each role is for, those with more rights first. */
export const roleWords: Record<Role, string> = {
  Admin: 'Full access, including members, keys, limits and the audit log.',
  'Agent Manager': 'Manages agents, campaigns, phone numbers and workflows; sees members.',
  Support: 'Reads everything in operation, places calls, replies in chats, pushes personalization.',
  Viewer: 'Read-only access.',
};

/** All of them, in that order. */
export const roles = Object.keys(roleWords) as Role[];

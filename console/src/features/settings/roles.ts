import type { Schema } from '../../api/schema.ts';

/** A role of a member or an API key. */
export type Role = Schema<'Member'>['role'];

/** The rights of each role, most rights first. */
export const roleDescriptions: Record<Role, string> = {
  Admin: 'Full access, including members, keys, limits and the audit log.',
  'Agent Manager': 'Manages agents, campaigns, phone numbers and workflows; sees members.',
  Support: 'Reads everything in operation, places calls, replies in chats, pushes personalization.',
  Viewer: 'Read-only access.',
};

/** All roles in that order. */
export const roles = Object.keys(roleDescriptions) as Role[];

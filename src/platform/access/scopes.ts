/** The scopes of keys, as `<resource>:<action>`. Every operation names the scope that it requires. */
export const scopes = [
  'agents:read',
  'agents:write',
  'telephony:read',
  'telephony:write',
  'schedules:read',
  'schedules:write',
  'campaigns:read',
  'campaigns:write',
  'calls:read',
  'calls:write',
  'calls:control',
  'calls:listen',
  'chats:read',
  'chats:write',
  'alerts:read',
  'alerts:write',
  'teams:read',
  'teams:write',
  'workflows:read',
  'workflows:write',
  'workflows:trigger',
  'personalization:read',
  'personalization:write',
  'audit:export',
  'exports:read',
  'events:read',
  'organization:read',
  'organization:write',
  'webhooks:read',
  'webhooks:write',
  'members:read',
  'members:write',
  'keys:read',
  'keys:write',
  'data-deletions:read',
  'data-deletions:write',
] as const;

export type Scope = (typeof scopes)[number];

export const roles = ['Admin', 'Agent Manager', 'Support', 'Viewer'] as const;

export type Role = (typeof roles)[number];

const readOfWork = [
  'agents:read',
  'telephony:read',
  'schedules:read',
  'campaigns:read',
  'calls:read',
  'chats:read',
  'alerts:read',
  'teams:read',
  'workflows:read',
  'personalization:read',
  'events:read',
  'organization:read',
] as const satisfies Scope[];

/** The scopes of each role. A key of a role holds exactly these. */
export const scopesOfRole: Record<Role, readonly Scope[]> = {
  Admin: scopes,
  'Agent Manager': [
    ...readOfWork,
    'members:read',
    'exports:read',
    'agents:write',
    'telephony:write',
    'schedules:write',
    'campaigns:write',
    'calls:write',
    'calls:control',
    'calls:listen',
    'chats:write',
    'alerts:write',
    'teams:write',
    'workflows:write',
    'workflows:trigger',
    'personalization:write',
  ],
  Support: [
    ...readOfWork,
    'calls:write',
    'calls:control',
    'calls:listen',
    'chats:write',
    'personalization:write',
  ],
  Viewer: readOfWork,
};

/** Returns the roles that hold a scope. */
export function rolesWith(scope: Scope): Role[] {
  return roles.filter((role) => scopesOfRole[role].includes(scope));
}

/** One part of the settings, at an address of its own. */
export interface SettingsSection {
  path:
    | '/settings'
    | '/settings/members'
    | '/settings/api-keys'
    | '/settings/webhooks'
    | '/settings/provider-keys'
    | '/settings/prices'
    | '/settings/data-deletions'
    | '/settings/sign-in';
  title: string;
  about: string;
  /** What the role must hold for it to be offered; null: everybody. */
  scope: string | null;
}

/** All parts, in the order in which they are offered. */
export const sections: readonly SettingsSection[] = [
  {
    path: '/settings',
    title: 'Organization',
    about: 'Limits, rules of calling, and how long things are kept.',
    scope: 'organization:read',
  },
  {
    path: '/settings/members',
    title: 'Members',
    about: 'Who works here, and what their role allows.',
    scope: 'members:read',
  },
  {
    path: '/settings/api-keys',
    title: 'API keys',
    about: 'For programs that use the API. Each is shown once, when it is made.',
    scope: 'keys:read',
  },
  {
    path: '/settings/webhooks',
    title: 'Webhooks',
    about: 'Addresses that are told what happens.',
    scope: 'webhooks:read',
  },
  {
    path: '/settings/provider-keys',
    title: 'Provider keys',
    about: 'Keys at services of speech and language, stored encrypted.',
    scope: 'organization:read',
  },
  {
    path: '/settings/prices',
    title: 'Prices',
    about: 'What the use of calls and chats costs. What is over keeps its cost.',
    scope: 'organization:read',
  },
  {
    path: '/settings/data-deletions',
    title: 'Data deletion',
    about: 'Delete what is known of a person, with a receipt that names nobody.',
    scope: 'data-deletions:read',
  },
  {
    path: '/settings/sign-in',
    title: 'Your sign-in',
    about: 'Your password, and where you are signed in.',
    scope: null,
  },
];

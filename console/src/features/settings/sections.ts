/** A section of the settings with its own address. */
export interface SettingsSection {
  path:
    | '/settings'
    | '/settings/members'
    | '/settings/api-keys'
    | '/settings/webhooks'
    | '/settings/provider-keys'
    | '/settings/prices'
    | '/settings/data-deletions'
    | '/settings/processes'
    | '/settings/sign-in';
  title: string;
  about: string;
  /** The scope that the role needs. Null offers it to everybody. */
  scope: string | null;
}

/** All sections in the order of the navigation. */
export const sections: readonly SettingsSection[] = [
  {
    path: '/settings',
    title: 'Organization',
    about: 'Limits, calling rules and retention.',
    scope: 'organization:read',
  },
  {
    path: '/settings/members',
    title: 'Members',
    about: 'Members and their roles.',
    scope: 'members:read',
  },
  {
    path: '/settings/api-keys',
    title: 'API keys',
    about: 'Keys for programs that use the API. Each key is shown once, when you create it.',
    scope: 'keys:read',
  },
  {
    path: '/settings/webhooks',
    title: 'Webhooks',
    about: 'Endpoints that receive events.',
    scope: 'webhooks:read',
  },
  {
    path: '/settings/provider-keys',
    title: 'Provider keys',
    about: 'Keys for speech and language services, stored encrypted.',
    scope: 'organization:read',
  },
  {
    path: '/settings/prices',
    title: 'Prices',
    about: 'What providers charge you for calls and chats. Those that ended keep their cost.',
    scope: 'organization:read',
  },
  {
    path: '/settings/data-deletions',
    title: 'Data deletion',
    about: 'Delete a person’s data. The receipt contains no personal data.',
    scope: 'data-deletions:read',
  },
  {
    path: '/settings/processes',
    title: 'Processes',
    about: 'Processes of this installation and their versions. They serve all organizations.',
    scope: 'organization:read',
  },
  {
    path: '/settings/sign-in',
    title: 'Your sign-in',
    about: 'Your password and active sessions.',
    scope: null,
  },
];

import type { FurtherPage } from '../shell/page-entry.ts';

/** A task with the page where it is done, and the words that people type for it. */
interface Task extends FurtherPage {
  words: string;
}

const task = (title: string, path: string, about: string, words: string, more: Partial<Task> = {}): Task => ({
  ...{ path, title, about, words, icon: 'gear', isOnlyFound: true },
  ...more,
});
const organization = { scope: 'organization:read' } as const;

/** Tasks that the palette finds by the words of people who do not know the pages yet. */
export const tasks: readonly Task[] = [
  task(
    'Invite a member',
    '/settings/members',
    'Settings › Members',
    'user colleague teammate person role add',
    {
      ...{ icon: 'person', scope: 'members:read' },
    },
  ),
  task('Connect Twilio or Telnyx', '/trunks', 'Trunks', 'carrier sip provider telephone account', {
    icon: 'plug',
  }),
  task('Buy or add a phone number', '/phone-numbers', 'Phone numbers', 'telephone caller id did purchase', {
    icon: 'hash',
  }),
  task('Create an agent', '/agents', 'Agents', 'new add assistant bot template prompt greeting voice', {
    icon: 'agent',
  }),
  task('Delete an agent', '/agents', 'Agents › three dots of the agent', 'remove assistant bot', {
    icon: 'agent',
  }),
  task('Call my telephone', '/agents', 'Agents › the agent', 'try make test call phone browser', {
    icon: 'agent',
  }),
  task(
    'Import customers',
    '/campaigns',
    'Campaigns › the campaign',
    'upload contacts csv excel file list leads',
    {
      icon: 'megaphone',
    },
  ),
  task(
    'Set calling hours',
    '/schedules',
    'Schedules',
    'business opening hours time zone holidays open closed',
    {
      icon: 'clock',
    },
  ),
  task('Listen to a recording', '/calls', 'Calls › the call', 'recordings audio play transcript download', {
    icon: 'phone',
  }),
  task('Upload documents for answers', '/knowledge', 'Knowledge', 'pdf faq website files upload', {
    icon: 'book',
  }),
  task('Transfer calls to people', '/teams', 'Teams', 'human operator support forward handoff queue', {
    ...{ icon: 'people', scope: 'teams:read' },
  }),
  task('Get alerts', '/alerts', 'Alerts', 'notification notify e-mail email slack monitoring alarm', {
    ...{ icon: 'bell', scope: 'alerts:read' },
  }),
  task(
    'Set retention',
    '/settings',
    'Settings › Organization',
    'delete recordings keep days storage',
    organization,
  ),
  task(
    'Limit concurrent calls',
    '/settings',
    'Settings › Organization',
    'limits maximum parallel at once speed concurrency',
    organization,
  ),
  task('Create an API key', '/settings/api-keys', 'Settings › API keys', 'token secret developer sdk', {
    scope: 'keys:read',
  }),
  task('Add a webhook', '/settings/webhooks', 'Settings › Webhooks', 'endpoint events http callback zapier', {
    scope: 'webhooks:read',
  }),
  task(
    'Add a provider key',
    '/settings/provider-keys',
    'Settings › Provider keys',
    'openai anthropic deepgram elevenlabs gemini azure model llm voice',
    organization,
  ),
  task(
    'Set prices',
    '/settings/prices',
    'Settings › Prices',
    'cost costs money billing rates currency',
    organization,
  ),
  task(
    'Delete a person’s data',
    '/settings/data-deletions',
    'Settings › Data deletion',
    'gdpr privacy erase forget customer remove person',
    { scope: 'data-deletions:read' },
  ),
  task(
    'Change your password',
    '/settings/sign-in',
    'Settings › Your sign-in',
    'login sessions account log in',
  ),
  task(
    'Block a number',
    '/suppressions',
    'Suppression list',
    'do not call dnc opt out blacklist unsubscribe',
    {
      icon: 'megaphone',
    },
  ),
  task('See who changed what', '/audit-log', 'Audit log', 'history changes activity log', {
    ...{ icon: 'shield', scope: 'audit:export' },
  }),
];

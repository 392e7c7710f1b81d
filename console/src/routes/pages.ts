import type { IconName } from '../shell/icon-paths.ts';

/** One page of the navigation, and of the command palette. */
export interface PageEntry {
  path: string;
  title: string;
  icon: IconName;
  /** Pressed after `g`, it goes there. */
  goTo: string;
  group: 'Work' | 'Build' | 'Telephony' | 'Organization';
  /** What the role must hold for it to be offered; left out: nothing. */
  scope?: string;
  /** What the page is for: shown in the palette. */
  about: string;
}

/** Every page of the console, in the order of the navigation. */
export const pages: readonly PageEntry[] = [
  {
    path: '/',
    title: 'Home',
    icon: 'home',
    goTo: 'h',
    group: 'Work',
    about: 'What happens now, and what needs attention.',
  },
  {
    path: '/calls',
    title: 'Calls',
    icon: 'phone',
    goTo: 'c',
    group: 'Work',
    about: 'Every call, live and over, with what was said, heard and decided.',
  },
  {
    path: '/campaigns',
    title: 'Campaigns',
    icon: 'megaphone',
    goTo: 'p',
    group: 'Work',
    about: 'Progress by outcome, forecast, imports and the suppression list.',
  },
  {
    path: '/chats',
    title: 'Chats',
    icon: 'chat',
    goTo: 'i',
    group: 'Work',
    about: 'The inbox: take a chat over, and hand it back to the agent.',
  },
  {
    path: '/agents',
    title: 'Agents',
    icon: 'agent',
    goTo: 'a',
    group: 'Build',
    about: 'Prompt, voice, model, tools, versions and rubrics; talk to an agent in the browser.',
  },
  {
    path: '/workflows',
    title: 'Workflows',
    icon: 'graph',
    goTo: 'w',
    group: 'Build',
    about: 'Graphs of steps, their validation, and their runs.',
  },
  {
    path: '/personalization',
    title: 'Personalization',
    icon: 'person',
    goTo: 'z',
    group: 'Build',
    about: 'What the next call with a number will know, and why.',
  },
  {
    path: '/phone-numbers',
    title: 'Numbers',
    icon: 'hash',
    goTo: 'n',
    group: 'Telephony',
    about: 'Phone numbers, who answers them, and their limits.',
  },
  {
    path: '/trunks',
    title: 'Trunks',
    icon: 'plug',
    goTo: 't',
    group: 'Telephony',
    about: 'Carriers: their health, their last registration, a test call.',
  },
  {
    path: '/schedules',
    title: 'Schedules',
    icon: 'clock',
    goTo: 's',
    group: 'Telephony',
    about: 'When customers are called: the week, its exceptions, and when a number would be called.',
  },
  {
    path: '/retry-configs',
    title: 'Retries',
    icon: 'repeat',
    goTo: 'r',
    group: 'Telephony',
    about: 'How often and when those are called again who were not reached.',
  },
  {
    path: '/audit-log',
    title: 'Audit log',
    icon: 'shield',
    goTo: 'l',
    group: 'Organization',
    scope: 'audit:export',
    about: 'Who did what: filters, verification of the chain, export.',
  },
  {
    path: '/settings',
    title: 'Settings',
    icon: 'gear',
    goTo: 'e',
    group: 'Organization',
    about: 'Keys, members and roles, limits, webhooks, retention, provider keys.',
  },
];

import { sections } from '../features/settings/sections.ts';
import type { FurtherPage, PageEntry } from '../shell/page-entry.ts';

/** Every page of the console, in the order of the navigation. */
export const pages: readonly PageEntry[] = [
  {
    path: '/',
    title: 'Home',
    icon: 'home',
    goTo: 'h',
    group: 'Work',
    about: 'Live figures and issues that need attention.',
  },
  {
    path: '/calls',
    title: 'Calls',
    icon: 'phone',
    goTo: 'c',
    group: 'Work',
    about: 'Live and ended calls, with transcript, recording and timeline.',
  },
  {
    path: '/campaigns',
    title: 'Campaigns',
    icon: 'megaphone',
    goTo: 'p',
    group: 'Work',
    about: 'Progress, forecasts, imports and the suppression list.',
  },
  {
    path: '/analytics',
    title: 'Analytics',
    icon: 'columns',
    goTo: 'y',
    group: 'Work',
    about: 'Volume, outcomes, response time, sentiment and cost of calls over days and weeks.',
  },
  {
    path: '/chats',
    title: 'Chats',
    icon: 'chat',
    goTo: 'i',
    group: 'Work',
    about: 'The inbox: take over chats and hand them back.',
  },
  {
    path: '/agents',
    title: 'Agents',
    icon: 'agent',
    goTo: 'a',
    group: 'Build',
    about: 'Prompt, voice, model, tools, versions and browser calls.',
  },
  {
    path: '/knowledge',
    title: 'Knowledge',
    icon: 'book',
    goTo: 'k',
    group: 'Build',
    about: 'Documents from which agents answer, and questions without an answer.',
  },
  {
    path: '/pronunciations',
    title: 'Pronunciation',
    icon: 'speaker',
    goTo: 'd',
    group: 'Build',
    about: 'How voices speak names and words.',
  },
  {
    path: '/workflows',
    title: 'Workflows',
    icon: 'graph',
    goTo: 'w',
    group: 'Build',
    about: 'Automated steps and their runs.',
  },
  {
    path: '/personalization',
    title: 'Personalization',
    icon: 'person',
    goTo: 'z',
    group: 'Build',
    about: 'Data for the next call with a phone number.',
  },
  {
    path: '/phone-numbers',
    title: 'Phone numbers',
    icon: 'hash',
    goTo: 'n',
    group: 'Telephony',
    about: 'Your numbers, their agents and limits.',
  },
  {
    path: '/trunks',
    title: 'Trunks',
    icon: 'plug',
    goTo: 't',
    group: 'Telephony',
    about: 'SIP carriers, their health and test calls.',
  },
  {
    path: '/schedules',
    title: 'Schedules',
    icon: 'clock',
    goTo: 's',
    group: 'Telephony',
    about: 'Calling hours, exceptions and next open times.',
  },
  {
    path: '/retry-configs',
    title: 'Retry configurations',
    icon: 'repeat',
    goTo: 'r',
    group: 'Telephony',
    about: 'When and how often calls are retried.',
  },
  {
    path: '/audit-log',
    title: 'Audit log',
    icon: 'shield',
    goTo: 'l',
    group: 'Organization',
    scope: 'audit:export',
    about: 'Changes by member, verification and export.',
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

/** Pages that are not in the navigation and that the palette finds. */
export const furtherPages: readonly FurtherPage[] = [
  ...sections
    .filter(({ path }) => path !== '/settings')
    .map(({ path, title, about, scope }) => ({
      ...{ path, title: `Settings: ${title}`, about },
      ...{ icon: 'gear' as const, ...(scope === null ? {} : { scope }) },
    })),
  {
    path: '/suppressions',
    title: 'Suppression list',
    icon: 'megaphone',
    about: 'Numbers that are never called. Do not call.',
  },
  {
    path: '/workflow-runs',
    title: 'Workflow runs',
    icon: 'graph',
    scope: 'workflows:read',
    about: 'The runs of all workflows, failed and waiting.',
  },
];

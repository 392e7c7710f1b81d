import type { NavigateOptions } from '@tanstack/react-router';
import type { Schema } from '../api/index.ts';
import { formatInstant, formatLabel } from '../ui/index.ts';
import type { IconName } from './icon-paths.ts';

type SearchResult = Schema<'SearchResult'>;

/** A result of a search as the palette shows it. */
export interface Found {
  id: string;
  /** The kind in the plural. Results of one kind stand together. */
  group: string;
  title: string;
  detail: string;
  icon: IconName;
  to: NavigateOptions;
}

interface Kind {
  group: string;
  icon: IconName;
  to: (id: string) => NavigateOptions;
}

const kinds: Record<SearchResult['kind'], Kind> = {
  customer: {
    group: 'Customers',
    icon: 'person',
    to: (customerNumber) => ({ to: '/calls', search: { customerNumber } }),
  },
  call: {
    group: 'Calls',
    icon: 'phone',
    to: (callId) => ({ to: '/calls/$callId', params: { callId } }),
  },
  campaign: {
    group: 'Campaigns',
    icon: 'megaphone',
    to: (campaignId) => ({ to: '/campaigns/$campaignId', params: { campaignId } }),
  },
  agent: {
    group: 'Agents',
    icon: 'agent',
    to: (agentId) => ({ to: '/agents/$agentId', params: { agentId } }),
  },
  workflow: {
    group: 'Workflows',
    icon: 'graph',
    to: (workflowId) => ({ to: '/workflows/$workflowId', params: { workflowId } }),
  },
  'phone-number': {
    group: 'Phone numbers',
    icon: 'hash',
    to: (phoneNumberId) => ({ to: '/phone-numbers/$phoneNumberId', params: { phoneNumberId } }),
  },
  trunk: {
    group: 'Trunks',
    icon: 'plug',
    to: (trunkId) => ({ to: '/trunks/$trunkId', params: { trunkId } }),
  },
  'knowledge-source': {
    group: 'Knowledge',
    icon: 'book',
    to: (sourceId) => ({ to: '/knowledge/sources/$sourceId', params: { sourceId } }),
  },
  schedule: {
    group: 'Schedules',
    icon: 'clock',
    to: (scheduleId) => ({ to: '/schedules/$scheduleId', params: { scheduleId } }),
  },
  team: { group: 'Teams', icon: 'people', to: (teamId) => ({ to: '/teams/$teamId', params: { teamId } }) },
  member: { group: 'Members', icon: 'person', to: () => ({ to: '/settings/members' }) },
  chat: { group: 'Chats', icon: 'chat', to: (chatId) => ({ to: '/chats/$chatId', params: { chatId } }) },
  view: { group: 'Views', icon: 'phone', to: (view) => ({ to: '/calls', search: { view } }) },
};

/** Returns a result of the API with its place in the console. */
export function toFound({ kind, id, name, detail, createdAt }: SearchResult): Found {
  const { group, icon, to } = kinds[kind];
  return {
    ...{ id: `${kind}-${id}`, group, icon, to: to(id) },
    title: kind === 'customer' ? `All calls with ${name}` : name,
    detail:
      kind === 'call' || kind === 'chat'
        ? `${formatLabel(detail ?? '')}${createdAt ? ` · ${formatInstant(createdAt)}` : ''}`
        : kind === 'campaign'
          ? formatLabel(detail?.replace('done-', 'done, ') ?? '')
          : (detail ?? ''),
  };
}

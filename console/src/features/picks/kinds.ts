import { api, read } from '../../api/index.ts';

/** A choice of a list. */
export interface Pick {
  value: string;
  label: string;
  /** The health of a trunk. */
  health?: string;
}

/** Filters of a list of resources. */
interface PickQuery {
  search?: string | undefined;
  ids?: string[];
  /** For phone numbers only. */
  trunkId?: string | undefined;
  pageSize: number;
  pageToken?: string | undefined;
}

/** One page of choices. */
interface PickPage {
  picks: Pick[];
  metadata: { nextPage: string | null };
}

interface PickList {
  /** The scope that is needed to read them. */
  scope: string;
  /** The page on which they are made. */
  page: string;
  fetch(query: PickQuery, options: { signal?: AbortSignal }): Promise<PickPage>;
}

/** Resources that are chosen or shown by name. Their names begin the keys of their queries. */
export const kinds = {
  agents: {
    scope: 'agents:read',
    page: 'Agents',
    async fetch(query, options) {
      const { agents, metadata } = await read(api.GET('/api/agents', { params: { query }, ...options }));
      return { picks: agents.map(({ agentId, name }) => ({ value: agentId, label: name })), metadata };
    },
  },
  campaigns: {
    scope: 'campaigns:read',
    page: 'Campaigns',
    async fetch(query, options) {
      const answer = await read(api.GET('/api/campaigns', { params: { query }, ...options }));
      const picks = answer.campaigns.map(({ campaignId, name }) => ({ value: campaignId, label: name }));
      return { picks, metadata: answer.metadata };
    },
  },
  'knowledge-sources': {
    scope: 'agents:read',
    page: 'Knowledge',
    async fetch(query, options) {
      const answer = await read(api.GET('/api/knowledge/sources', { params: { query }, ...options }));
      const picks = answer.sources.map(({ sourceId, name }) => ({ value: sourceId, label: name }));
      return { picks, metadata: answer.metadata };
    },
  },
  members: {
    scope: 'members:read',
    page: 'Settings, Members',
    async fetch(query, options) {
      const answer = await read(api.GET('/api/members', { params: { query }, ...options }));
      const picks = answer.members.map(({ memberId, name, email }) => ({
        value: memberId,
        label: name ?? email ?? memberId,
      }));
      return { picks, metadata: answer.metadata };
    },
  },
  'phone-numbers': {
    scope: 'telephony:read',
    page: 'Phone numbers',
    async fetch(query, options) {
      const answer = await read(api.GET('/api/phone-numbers', { params: { query }, ...options }));
      const picks = answer.phoneNumbers.map(({ phoneNumberId, phoneNumber }) => ({
        value: phoneNumberId,
        label: phoneNumber,
      }));
      return { picks, metadata: answer.metadata };
    },
  },
  'retry-configs': {
    scope: 'schedules:read',
    page: 'Retry configurations',
    async fetch(query, options) {
      const answer = await read(api.GET('/api/retry-configs', { params: { query }, ...options }));
      const picks = answer.retryConfigs.map(({ callRetryConfigId, name }) => ({
        value: callRetryConfigId,
        label: name,
      }));
      return { picks, metadata: answer.metadata };
    },
  },
  schedules: {
    scope: 'schedules:read',
    page: 'Schedules',
    async fetch(query, options) {
      const answer = await read(api.GET('/api/schedules', { params: { query }, ...options }));
      const picks = answer.schedules.map(({ scheduleId, name }) => ({ value: scheduleId, label: name }));
      return { picks, metadata: answer.metadata };
    },
  },
  teams: {
    scope: 'teams:read',
    page: 'Teams',
    async fetch(query, options) {
      const { teams, metadata } = await read(api.GET('/api/teams', { params: { query }, ...options }));
      return { picks: teams.map(({ teamId, name }) => ({ value: teamId, label: name })), metadata };
    },
  },
  trunks: {
    scope: 'telephony:read',
    page: 'Trunks',
    async fetch(query, options) {
      const { trunks, metadata } = await read(api.GET('/api/trunks', { params: { query }, ...options }));
      const picks = trunks.map(({ trunkId, name, health }) => ({
        value: trunkId,
        label: name,
        health: health.status,
      }));
      return { picks, metadata };
    },
  },
  workflows: {
    scope: 'workflows:read',
    page: 'Workflows',
    async fetch(query, options) {
      const answer = await read(api.GET('/api/workflows', { params: { query }, ...options }));
      const picks = answer.workflows.map(({ workflowId, name }) => ({ value: workflowId, label: name }));
      return { picks, metadata: answer.metadata };
    },
  },
} satisfies Record<string, PickList>;

export type Kind = keyof typeof kinds;

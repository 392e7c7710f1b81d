import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';

const all = { params: { query: { pageSize: 1000 } } };
const staleTime = 30_000;

/** One of a list to choose from. */
export interface Pick {
  value: string;
  label: string;
}

/** Agents by name. */
export function useAgentPicks(): Pick[] {
  const { data } = useQuery({
    queryKey: ['agents', 'picks'],
    queryFn: ({ signal }) => read(api.GET('/api/agents', { ...all, signal })),
    staleTime,
  });
  return data?.agents.map(({ agentId, name }) => ({ value: agentId, label: name })) ?? [];
}

/** Trunks by name. */
export function useTrunkPicks(): Pick[] {
  const { data } = useQuery({
    queryKey: ['trunks', 'picks'],
    queryFn: ({ signal }) => read(api.GET('/api/trunks', { ...all, signal })),
    staleTime,
  });
  return data?.trunks.map(({ trunkId, name }) => ({ value: trunkId, label: name })) ?? [];
}

/** The organization's phone numbers. */
export function usePhoneNumberPicks(): Pick[] {
  const { data } = useQuery({
    queryKey: ['phone-numbers', 'picks'],
    queryFn: ({ signal }) => read(api.GET('/api/phone-numbers', { ...all, signal })),
    staleTime,
  });
  return (
    data?.phoneNumbers.map(({ phoneNumberId, phoneNumber }) => ({
      value: phoneNumberId,
      label: phoneNumber,
    })) ?? []
  );
}

/** Schedules by name. */
export function useSchedulePicks(): Pick[] {
  const { data } = useQuery({
    queryKey: ['schedules', 'picks'],
    queryFn: ({ signal }) => read(api.GET('/api/schedules', { ...all, signal })),
    staleTime,
  });
  return data?.schedules.map(({ scheduleId, name }) => ({ value: scheduleId, label: name })) ?? [];
}

/** Retry configurations by name. */
export function useRetryConfigPicks(): Pick[] {
  const { data } = useQuery({
    queryKey: ['retry-configs', 'picks'],
    queryFn: ({ signal }) => read(api.GET('/api/retry-configs', { ...all, signal })),
    staleTime,
  });
  return (
    data?.retryConfigs.map(({ callRetryConfigId, name }) => ({ value: callRetryConfigId, label: name })) ?? []
  );
}

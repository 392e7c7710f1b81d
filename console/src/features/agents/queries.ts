import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read, type Schema, tokenOf, useCan } from '../../api/index.ts';

export function agentQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agents', 'one', agentId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/agents/{agentId}', { params: { path: { agentId } }, signal })),
  });
}

/** Reads the templates, which change only with a new release. */
export const templatesQuery = queryOptions({
  queryKey: ['agent-templates'],
  queryFn: ({ signal }) => read(api.GET('/api/agent-templates', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

const examplesKey = (agentId: string) => `parley-examples-${agentId}`;

/**
 * Keeps the examples of the variables that each call must supply in this browser, for test calls of the new agent. The
 * others are defaults of the agent.
 */
export function keepExamples(agentId: string, variables: Schema<'AgentTemplate'>['variables']): void {
  const supplied = variables.filter(({ required }) => required);
  const examples = Object.fromEntries(supplied.map(({ name, example }) => [name, example]));
  localStorage.setItem(examplesKey(agentId), JSON.stringify(examples));
}

/** Returns the examples of the variables of an agent that was made from a template in this browser. */
export function examplesOf(agentId: string): Record<string, string> {
  return JSON.parse(localStorage.getItem(examplesKey(agentId)) ?? '{}') as Record<string, string>;
}

/** Reads the newest versions of an agent. */
export function versionsQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agents', 'versions', agentId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/agents/{agentId}/versions', {
          params: { path: { agentId }, query: { pageSize: 100 } },
          signal,
        }),
      ),
  });
}

/**
 * Returns the names of the organization's keys by provider, null for a key without a name. Undefined until they are
 * known.
 */
export function useProviderKeys(): ReadonlyMap<string, (string | null)[]> | undefined {
  const mayRead = useCan('organization:read');
  const { data } = useQuery({
    queryKey: ['provider-keys', 'names'],
    queryFn: ({ signal }) => allProviderKeys(signal),
    enabled: mayRead,
    staleTime: 60_000,
  });
  if (!data) return undefined;
  const keys = new Map<string, (string | null)[]>();
  for (const { provider, name } of data) {
    keys.set(provider, [...(keys.get(provider) ?? []), name]);
  }
  return keys;
}

async function allProviderKeys(signal: AbortSignal): Promise<Schema<'ProviderKey'>[]> {
  const keys: Schema<'ProviderKey'>[] = [];
  let pageToken: string | undefined;
  do {
    const params = { query: { pageSize: 100, pageToken } };
    const page = await read(api.GET('/api/provider-keys', { params, signal }));
    keys.push(...page.providerKeys);
    pageToken = tokenOf(page.metadata.nextPage);
  } while (pageToken !== undefined);
  return keys;
}

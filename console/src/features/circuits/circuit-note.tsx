import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, read } from '../../api/index.ts';
import { StatusBadge, TimeText } from '../../ui/index.ts';

interface Asked {
  part: 'model' | 'voice' | 'transcriber';
  settings: Record<string, unknown> & { provider: string };
}

/** Says that calls avoid a provider at the moment, because its last requests failed. */
export function CircuitNote({ part, settings, otherwise = null }: Asked & { otherwise?: ReactNode }) {
  const { data } = useQuery({
    queryKey: ['provider-circuits'],
    queryFn: ({ signal }) => read(api.GET('/api/provider-circuits', { signal })),
    refetchInterval: 15_000,
  });
  const { provider, key = null, model = null } = settings;
  const open = data?.providerCircuits.find(
    (one) => one.kind === part && one.provider === provider && one.key === key && one.model === model,
  );
  if (!open) return data ? otherwise : null;
  return (
    <Group gap={6}>
      <StatusBadge status="avoided" tone="bad" />
      <Text size="xs">
        Its last requests failed: {open.message}. Asked again <TimeText at={open.openUntil} />
      </Text>
    </Group>
  );
}

import { Button, Group, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { api, read } from '../../../api/index.ts';
import { EmptyState } from '../../../ui/index.ts';
import { activeKinds, without } from './kinds.tsx';
import { type CallSearch, queryOf } from './search-of.ts';

interface NoMatchesProps {
  search: CallSearch;
  choose: (chosen: CallSearch) => void;
  onClear: () => void;
}

/** Says which filters leave no calls, and offers to remove them. */
export function NoMatches({ search, choose, onClear }: NoMatchesProps) {
  const active = activeKinds(search);
  const tries = useQueries({
    queries: active.map((kind) => {
      const query = { ...queryOf({ ...search, ...without(kind) }, new Date()), pageSize: 1 };
      return {
        queryKey: ['calls', 'without', kind.id, search],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          read(api.GET('/api/calls', { params: { query }, signal })),
      };
    }),
  });
  const isPending = tries.some((one) => one.isPending);
  const guilty = active.filter((_, index) => (tries[index]?.data?.calls.length ?? 0) > 0);
  return (
    <EmptyState title="No matching calls">
      {guilty.length > 0 ? 'There are calls without this filter:' : null}
      {guilty.length === 0 && isPending ? 'No call matches these filters.' : null}
      {guilty.length === 0 && !isPending ? 'There are none without any one of these filters either.' : null}
      <Group justify="center" gap="xs" mt="sm">
        {guilty.map((kind) => (
          <Button key={kind.id} size="xs" variant="default" onClick={() => choose(without(kind))}>
            Remove&nbsp;
            <Text span inherit>
              {kind.title}: {kind.wordsFor(search)}
            </Text>
          </Button>
        ))}
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          Clear all filters
        </Button>
      </Group>
    </EmptyState>
  );
}

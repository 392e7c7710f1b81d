import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, api, type FieldFailure, read, type Schema } from '../../../api/index.ts';
import { type Problem, problemsOf } from '../definition/problems.ts';
import type { WorkflowDraft } from './use-workflow-draft.ts';

const typingMs = 500;

/** What publishing the draft would refuse, asked whenever typing pauses. */
export interface Problems {
  list: Problem[];
  /** The answer is about what was written before. */
  isStale: boolean;
  /** The check itself failed: nothing is known. */
  error: Error | null;
}

/** Asks what is wrong with a draft as it is written. */
export function useProblems({ trigger, definition, steps }: WorkflowDraft): Problems {
  const asked = JSON.stringify({ trigger, definition });
  const [settled] = useDebouncedValue(asked, typingMs);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['workflow-definition-check', settled],
    queryFn: ({ signal }) => check(settled, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
  const list = useMemo(() => problemsOf(data ?? [], steps), [data, steps]);
  return { list, isStale: settled !== asked || isPlaceholderData, error };
}

async function check(text: string, signal: AbortSignal): Promise<FieldFailure[]> {
  const body = JSON.parse(text) as Schema<'CheckWorkflow'>;
  try {
    return (await read(api.POST('/api/workflow-definition-check', { body, signal }))).problems;
  } catch (failure) {
    // A trigger that cannot be read at all is refused before it is checked.
    if (failure instanceof ApiFailure && failure.status === 400 && failure.fields.length > 0)
      return failure.fields;
    throw failure;
  }
}

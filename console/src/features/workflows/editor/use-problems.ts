import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, api, type FieldFailure, read, type Schema } from '../../../api/index.ts';
import { type Problem, problemsOf } from '../definition/problems.ts';
import type { WorkflowDraft } from './use-workflow-draft.ts';

const typingMs = 500;

/** The problems that would prevent publishing, checked when typing pauses. */
export interface Problems {
  list: Problem[];
  /** The answer is for an earlier state of the draft. */
  isStale: boolean;
  /** The check failed, so the problems are unknown. */
  error: Error | null;
}

/** Checks a draft while it is edited. */
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
    // An unreadable trigger is refused before the check.
    if (failure instanceof ApiFailure && failure.status === 400 && failure.fields.length > 0)
      return failure.fields;
    throw failure;
  }
}

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Schema, send } from '../../api/index.ts';

export type ImportCheck = Schema<'ImportCheck'>;

/** The largest file that is sent for a check at each change of the form. */
const automaticBytesMax = 4_194_304;
/** The pause in typing after which a file is checked. */
const pauseMs = 300;

/** The rows of a file that an import would accept and refuse. */
export interface FileCheck {
  /** The result for the form as it is. Null until there is one. */
  result: ImportCheck | null;
  /** Why the file could not be checked, or null. */
  error: unknown;
  isChecking: boolean;
  /** True when the file is large, so that it is checked only by request. */
  isByRequest: boolean;
  /** Checks the file. Rejects when it is refused as a whole. */
  run: () => Promise<ImportCheck>;
}

/** Checks a CSV file when it, or `target`, the address of the check with its parameters, changes. */
export function useFileCheck(target: string, file: File | null, isReady: boolean): FileCheck {
  const [settled] = useDebouncedValue(target, pauseMs);
  const [known] = useState(() => new Map<File, number>());
  const own = useId();
  if (file && !known.has(file)) known.set(file, known.size);
  const isByRequest = (file?.size ?? 0) > automaticBytesMax;
  const isSettled = settled === target;
  const { data, error, isFetching, refetch } = useQuery({
    // Two files may have the same name and size.
    queryKey: ['imports', 'check', own, target, file && known.get(file)],
    queryFn: async ({ signal }) => {
      const headers = { 'content-type': 'text/csv' };
      const answer = await send(target, { method: 'POST', headers, body: file!, signal });
      return (await answer.json()) as ImportCheck;
    },
    enabled: file !== null && isReady && isSettled && !isByRequest,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return {
    result: data ?? null,
    error: isFetching ? null : error,
    isChecking: file !== null && isReady && (isFetching || (!isSettled && !isByRequest)),
    isByRequest,
    async run() {
      if (data) return data;
      const found = await refetch({ throwOnError: true, cancelRefetch: false });
      return found.data!;
    },
  };
}

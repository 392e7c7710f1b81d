import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read, send } from '../api/index.ts';
import { type Found, toFound } from './found.ts';

/** A page of the documentation, or a part of one. */
interface DocsEntry {
  title: string;
  place: string;
  address: string;
}

const typingMs = 150;
const charactersMin = 2;
const charactersMax = 100;
const docsMax = 5;

interface Search {
  found: Found[];
  docs: DocsEntry[];
  /** True until the answer for the present text has arrived. */
  isBusy: boolean;
  error: Error | null;
}

/** Searches the organization's resources and the documentation when typing pauses. */
export function useSearch(typed: string): Search {
  const wanted = typed.trim().slice(0, charactersMax);
  const [text] = useDebouncedValue(wanted, typingMs);
  const isAsked = text.length >= charactersMin;
  const found = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => read(api.GET('/api/search', { params: { query: { query: text } }, signal })),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const docs = useQuery({
    queryKey: ['docs-search', text],
    queryFn: async ({ signal }) => {
      const response = await send(`/docs/search.json?q=${encodeURIComponent(text)}`, { signal });
      return (await response.json()) as DocsEntry[];
    },
    enabled: isAsked && hasLetters(text),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isShort = wanted.length < charactersMin;
  return {
    found: isShort ? [] : (found.data?.results ?? []).map(toFound),
    docs: isShort || !hasLetters(wanted) ? [] : (docs.data ?? []).slice(0, docsMax),
    isBusy: !isShort && (text !== wanted || found.isFetching || found.isPlaceholderData),
    error: isShort ? null : found.error,
  };
}

/** Numbers of customers are not sent to the documentation. */
function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text);
}

import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';

interface Asked {
  /** The key of the period, because one that ends now moves. */
  name: string;
  from: Date;
  to: Date;
  phoneNumberId?: string;
}

/** Reads how many callers were turned away in a period, of all numbers or of one. */
export function turnedAwayQuery({ name, from, to, phoneNumberId }: Asked) {
  return queryOptions({
    queryKey: ['analytics', 'turned-away', name, phoneNumberId ?? null],
    queryFn: ({ signal }) => {
      const query = {
        ...{ from: from.toISOString(), to: to.toISOString() },
        ...(phoneNumberId === undefined ? {} : { phoneNumberId }),
      };
      return read(api.GET('/api/analytics/turned-away', { params: { query }, signal }));
    },
    staleTime: 60_000,
  });
}

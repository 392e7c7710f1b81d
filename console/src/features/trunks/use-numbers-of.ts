import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import type { Pick } from '../picks/index.ts';

/** The phone numbers whose calls go over a trunk. */
export function useNumbersOf(trunkId: string): Pick[] {
  const { data } = useQuery({
    queryKey: ['phone-numbers', 'all'],
    queryFn: ({ signal }) =>
      read(api.GET('/api/phone-numbers', { params: { query: { pageSize: 1000 } }, signal })),
  });
  const own = data?.phoneNumbers.filter((number) => number.trunkId === trunkId) ?? [];
  return own.map(({ phoneNumberId, phoneNumber }) => ({ value: phoneNumberId, label: phoneNumber }));
}

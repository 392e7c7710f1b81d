import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';
import { AppLink } from '../../ui/index.ts';

/** Warns that the trunk of a number is down, so that a call from it waits. Shows nothing while the trunk answers. */
export function TrunkDown({ phoneNumberId }: { phoneNumberId: string }) {
  const trunk = useTrunkOf(phoneNumberId);
  if (trunk?.health.status !== 'down') return null;
  return (
    <Alert color="yellow" variant="light" title="The trunk of this number is down" role="status">
      <Text size="sm">
        The call waits until the trunk answers again. <TrunkLink phoneNumberId={phoneNumberId} />
      </Text>
    </Alert>
  );
}

/** Leads to the trunk of a number. Shows nothing when it has none, or when it must not be read. */
export function TrunkLink({ phoneNumberId }: { phoneNumberId: string }) {
  const trunk = useTrunkOf(phoneNumberId);
  if (!trunk) return null;
  return (
    <AppLink to="/trunks/$trunkId" params={{ trunkId: trunk.trunkId }} className="app-link underlined">
      Open the trunk {trunk.name}
    </AppLink>
  );
}

/** Returns the trunk of a number. Undefined while it is unknown, and when it has none or must not be read. */
function useTrunkOf(phoneNumberId: string) {
  const mayRead = useCan('telephony:read') && phoneNumberId !== '';
  const { data: number } = useQuery({
    queryKey: ['phone-numbers', 'one', phoneNumberId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/phone-numbers/{phoneNumberId}', { params: { path: { phoneNumberId } }, signal })),
    enabled: mayRead,
  });
  return useTrunk(number?.trunkId ?? '');
}

/** Returns a trunk and its present health. Undefined for an empty id, while it is unknown, and when it must not be read. */
export function useTrunk(trunkId: string) {
  const mayRead = useCan('telephony:read');
  const { data } = useQuery({
    queryKey: ['trunks', 'one', trunkId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/trunks/{trunkId}', { params: { path: { trunkId } }, signal })),
    enabled: mayRead && trunkId !== '',
    refetchInterval: trunkRefreshMs,
  });
  return data;
}

/** The health of a trunk changes without events. */
const trunkRefreshMs = 10_000;

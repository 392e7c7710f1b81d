import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { ConfirmItem, ErrorState, MoreMenu, Panel, StatusBadge, TimeText } from '../../ui/index.ts';
import { browserOf } from './browser-of.ts';
import { PasswordPanel } from './password-panel.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** Settings of the signed-in member. */
export function SignInPage() {
  return (
    <SettingsFrame section="/settings/sign-in">
      <PasswordPanel />
      <SessionsPanel />
    </SettingsFrame>
  );
}

function SessionsPanel() {
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', 'own'],
    queryFn: ({ signal }) => read(api.GET('/console/sessions', { signal })),
  });
  return (
    <Panel title="Active sessions">
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={52} aria-busy="true" /> : null}
      <Stack gap="sm">
        {data?.sessions.map((session) => (
          <SessionLine key={session.sessionId} session={session} />
        ))}
      </Stack>
    </Panel>
  );
}

function SessionLine({ session }: { session: Schema<'SessionList'>['sessions'][number] }) {
  const { sessionId, isCurrent, address, userAgent, lastSeenAt } = session;
  const end = () => read(api.DELETE('/console/sessions/{sessionId}', { params: { path: { sessionId } } }));
  return (
    <Group justify="space-between" gap="sm">
      <div className="session-words">
        <Text size="sm" truncate title={userAgent ?? ''}>
          {browserOf(userAgent)}
        </Text>
        <Text size="xs" c="dimmed">
          {address ?? 'Unknown address'} · last used <TimeText at={lastSeenAt} />
        </Text>
      </div>
      {isCurrent ? (
        <StatusBadge status="This browser" tone="good" />
      ) : (
        <MoreMenu label={`More actions for ${browserOf(userAgent)}`} isSmall>
          <ConfirmItem
            isDestructive
            consequence="The browser is signed out immediately."
            onConfirm={end}
            refreshes={['sessions']}
            done="Session ended."
          >
            End session
          </ConfirmItem>
        </MoreMenu>
      )}
    </Group>
  );
}

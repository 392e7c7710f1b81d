import './calls.css';
import { Center, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { ApiFailure, type Schema, send } from '../../api/index.ts';
import { Icon, Logo } from '../../shell/index.ts';
import { EmptyState, ErrorState, formatInstant, formatPosition, Page, Panel } from '../../ui/index.ts';
import { CallOutcome } from './call-columns.tsx';
import { directionLabels } from './call-labels.ts';
import { RecordingPanel } from './recording-panel.tsx';
import { TimelineList } from './timeline-list.tsx';
import { type Recording, useRecording } from './use-recording.ts';

type SharedCall = Schema<'SharedCall'>;
type Line = SharedCall['transcript'][number];

const speakers: Record<Line['role'], string> = { bot: 'Agent', user: 'Customer', agent: 'Member' };

function ask(path: string, token: string, signal: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ token });
  return send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
}

/** The page of a link to one call, for readers who need not be members. */
export function SharedCallPage() {
  // The token is in the fragment, so that no request log contains it. Another link in the same tab changes only that.
  const token = useRouterState({ select: ({ location }) => location.hash });
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-call', token],
    queryFn: async ({ signal }) =>
      (await ask('/public/shared-call', token, signal)).json() as Promise<SharedCall>,
    enabled: token !== '',
    retry: false,
    // The organization sees each read in its audit log.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <Center component="main" p="md" mih="100dvh" style={{ alignItems: 'flex-start' }}>
      <div className="shared-call-width">
        {data ? <LoadedCall call={data} token={token} /> : null}
        {!data && !error && token !== '' ? <Skeleton height={420} aria-busy="true" /> : null}
        {token === '' ? (
          <NoLink>This link is incomplete: the part after # is missing. Open the whole link.</NoLink>
        ) : null}
        {error instanceof ApiFailure && error.status === 404 ? <NoLink>{error.message}</NoLink> : null}
        {error && !(error instanceof ApiFailure && error.status === 404) ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : null}
      </div>
    </Center>
  );
}

function NoLink({ children }: { children: string }) {
  return (
    <Page title="This link does not work">
      <Text>{children}</Text>
    </Page>
  );
}

function LoadedCall({ call, token }: { call: SharedCall; token: string }) {
  const { organizationName, agentName, expiresAt, timeline } = call;
  const { recording, error, refetch } = useRecording(token, call.hasRecording, (signal) =>
    ask('/public/shared-call/recording', token, signal),
  );
  const decisions = timeline.map((step) => ({ ...step, reason: step.decision, message: '' }));
  return (
    <Page
      title={`Call of ${organizationName}`}
      beside={<CallOutcome call={{ status: 'ended', endedReason: call.endedReason }} />}
      description={
        <>
          {directionLabels[call.type]}
          {agentName ? ` · ${agentName}` : ''} · {formatInstant(call.createdAt)}
        </>
      }
      actions={<Logo size={28} />}
    >
      <Stack gap="md">
        {call.hasRecording ? <RecordingPanel recording={recording} error={error} retry={refetch} /> : null}
        <Panel title="Transcript">
          {call.transcript.length === 0 ? (
            <EmptyState title="No speech">Nothing was said on this call.</EmptyState>
          ) : null}
          <ol className="transcript">
            {call.transcript.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines do not change
              <SharedLine key={index} line={line} recording={recording} />
            ))}
          </ol>
        </Panel>
        <Panel title="Timeline">
          <TimelineList times={call} decisions={decisions} isGoing={false} />
        </Panel>
        <Text size="xs" c="dimmed">
          This link works until <time dateTime={expiresAt}>{formatInstant(expiresAt)}</time>.{' '}
          {organizationName} can revoke it, and sees when it is opened.
        </Text>
      </Stack>
    </Page>
  );
}

function SharedLine({ line, recording }: { line: Line; recording: Recording | null }) {
  const { role, message, secondsFromStart, isKeys } = line;
  const at = formatPosition(secondsFromStart * 1_000);
  const play = (audio: HTMLAudioElement) => {
    audio.currentTime = secondsFromStart;
    void audio.play();
  };
  return (
    <li className="transcript-line" data-role={role}>
      {recording ? (
        <UnstyledButton
          className="transcript-time"
          onClick={() => play(recording.audio)}
          aria-label={`Play from ${at}`}
        >
          <Icon name="play" />
          {at}
        </UnstyledButton>
      ) : (
        <span className="transcript-time">{at}</span>
      )}
      <div className="transcript-words">
        <Text span size="xs" fw={600} className="transcript-speaker">
          {speakers[role]}
        </Text>
        {isKeys ? <p className="transcript-unclear">Pressed keys</p> : null}
        {!isKeys && message.trim() === '' ? <p className="transcript-unclear">Not understood</p> : null}
        {!isKeys && message.trim() !== '' ? <p>{message}</p> : null}
      </div>
    </li>
  );
}

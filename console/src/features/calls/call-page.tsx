import './calls.css';
import { Grid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { send } from '../../api/index.ts';
import { AppLink, Page, Panel, TimeText, UnloadedPage, ValuesView } from '../../ui/index.ts';
import { CustomerFactsPanel, customerOf } from '../customer-facts/index.ts';
import { FlowTracePanel, stepsOfCall, useFlowTrace } from '../flow-trace/index.ts';
import { KnowledgeUsePanel } from '../knowledge-use/index.ts';
import { NameOf } from '../picks/index.ts';
import { LatencyPanel } from '../waterfall/index.ts';
import { CallActions } from './call-actions.tsx';
import { CallOutcome } from './call-columns.tsx';
import { type Call, directionLabels, isLive } from './call-labels.ts';
import { CommentsPanel } from './comments-panel.tsx';
import { ControlPanel } from './control-panel.tsx';
import { CostPanel } from './cost-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { HoldAlert } from './hold-alert.tsx';
import { LinksPanel } from './links-panel.tsx';
import { ListenPanel } from './listen-panel.tsx';
import { liveVariables } from './live-values.ts';
import { ProvidersPanel } from './providers-panel.tsx';
import { callQuery, commandsQuery } from './queries.ts';
import { RecordingPanel } from './recording-panel.tsx';
import { TagsPanel } from './tags-panel.tsx';
import { TakeOverPanel } from './take-over-panel.tsx';
import { TranscriptPanel } from './transcript-panel.tsx';
import { useLiveCall } from './use-live-call.ts';
import { useRecording } from './use-recording.ts';
import { WhyPanel } from './why-panel.tsx';

const route = getRouteApi('/frame/calls/$callId');
const back = (
  <AppLink to="/calls" className="app-link back">
    Calls
  </AppLink>
);

export function CallPage() {
  const { callId } = route.useParams();
  const { data, dataUpdatedAt, error, refetch } = useQuery(callQuery(callId));
  if (data) return <LoadedCall fetched={data} fetchedAtMs={dataUpdatedAt} />;
  return (
    <UnloadedPage title="Call" id={callId} back={back} skeleton={<CallSkeleton />} {...{ error, refetch }} />
  );
}

function LoadedCall({ fetched, fetchedAtMs }: { fetched: Call; fetchedAtMs: number }) {
  const { call, isLost } = useLiveCall(fetched, fetchedAtMs);
  const { agentId, agentVersion, transcript } = call;
  const own = useMemo(() => ({ agentId, version: agentVersion }), [agentId, agentVersion]);
  const { traces, ...flow } = useFlowTrace(useMemo(() => stepsOfCall(transcript, own), [transcript, own]));
  const isRecorded = call.recordingUrl !== null && call.endedAt !== null;
  const isUnanswered = call.startedAt === null && call.endedAt !== null;
  const { recording, error, refetch } = useRecording(call.callId, isRecorded, (signal) =>
    send(`/api/calls/${call.callId}/recording`, { signal }),
  );
  const isGoing = isLive(call);
  const transcriptPanel = <TranscriptPanel call={call} recording={recording} isLost={isLost} flow={flow} />;
  return (
    <Page
      title={call.customerNumber}
      back={back}
      beside={<CallOutcome call={call} />}
      description={<Origin call={call} />}
      actions={<CallActions call={call} />}
    >
      <FailureAlert call={call} />
      <HoldAlert call={call} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            {isGoing ? transcriptPanel : null}
            {isRecorded ? (
              <RecordingPanel callId={call.callId} recording={recording} error={error} retry={refetch} />
            ) : null}
            {isGoing ? <SupervisionPanels call={call} /> : null}
            {traces.length > 0 ? (
              <FlowTracePanel
                {...{ traces, own }}
                isLive={isGoing}
                focus={flow.focus}
                onFocus={flow.onFocus}
              />
            ) : null}
            {isGoing ? null : transcriptPanel}
            {isGoing ? null : <ControlPanel call={call} />}
            {isUnanswered ? null : <LatencyPanel turns={call.turns} latency={call.latency} />}
            <KnowledgeUsePanel turns={call.turns} />
            <FindingsPanel call={call} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <SidePanels call={call} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** The panels beside the transcript. */
function SidePanels({ call }: { call: Call }) {
  return (
    <Stack gap="md">
      <FactsPanel call={call} />
      {isLive(call) ? <LivePanels call={call} /> : null}
      <TagsPanel call={call} />
      <CommentsPanel call={call} />
      <LinksPanel call={call} />
      <CustomerFactsPanel
        customer={customerOf(call.customerNumber)}
        agentId={call.agentId}
        conversationId={call.callId}
      />
      {call.cost ? <CostPanel cost={call.cost} /> : null}
      <WhyPanel call={call} />
      {isLive(call) ? null : (
        <ValuesPanel
          title="Variables"
          description="Values that the call started with."
          value={call.callVariables}
        />
      )}
      <ValuesPanel
        title="Session data"
        description="Values that the agent saved during the call."
        value={call.sessionVariables}
      />
    </Stack>
  );
}

/** The panels whose content changes during a live call. */
function LivePanels({ call }: { call: Call }) {
  const { callId, agentId, agentVersion, transcript } = call;
  const { data } = useQuery(commandsQuery(callId));
  const steps = stepsOfCall(transcript, { agentId, version: agentVersion });
  return (
    <>
      <ValuesPanel
        title="Variables"
        description="Values that the call started with, that its flow found out and that members set."
        value={liveVariables(call, steps, data?.commands ?? [])}
      />
      <ProvidersPanel call={call} />
    </>
  );
}

/** What members can do in a live call. */
function SupervisionPanels({ call }: { call: Call }) {
  return (
    <>
      <ListenPanel call={call} />
      <TakeOverPanel call={call} />
      <ControlPanel call={call} />
    </>
  );
}

/** Names the direction of the call, its agent and its age. */
function Origin({ call: { type, agentId, createdAt } }: { call: Call }) {
  return (
    <>
      {directionLabels[type]} ·{' '}
      <AppLink to="/agents/$agentId" params={{ agentId }} className="underlined">
        <NameOf kind="agents" id={agentId} />
      </AppLink>{' '}
      · <TimeText at={createdAt} />
    </>
  );
}

interface ValuesPanelProps {
  title: string;
  description: string;
  value: Record<string, unknown>;
}

/** Shows values by name, or nothing when there are none. */
function ValuesPanel({ title, description, value }: ValuesPanelProps) {
  if (Object.keys(value).length === 0) return null;
  return (
    <Panel title={title} description={description}>
      <ValuesView value={value} label={`${title} of the call`} />
    </Panel>
  );
}

function CallSkeleton() {
  return (
    <Grid gap="md" aria-busy="true">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Skeleton height={216} mb="md" />
        <Skeleton height={360} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Skeleton height={420} />
      </Grid.Col>
    </Grid>
  );
}

import './browser-call.css';
import { Alert, Button, Grid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { type Schema, useCan } from '../../api/index.ts';
import { Elapsed, EmptyState, ErrorState, Panel, StatusBadge } from '../../ui/index.ts';
import { LevelMeters, type MeteredSide } from '../browser-audio/index.ts';
import {
  type FlowStartDraft,
  FlowTracePanel,
  flowStartOf,
  stepsOfCall,
  suppliedOf,
  type TestDraft,
  TestFields,
  testedOf,
  useFlowTrace,
} from '../flow-trace/index.ts';
import { LatencyPanel } from '../waterfall/index.ts';
import { BrowserCallList } from './browser-call-list.tsx';
import type { BrowserCall, Transport } from './call-events.ts';
import { Keypad } from './keypad.tsx';
import { LiveTranscript } from './live-transcript.tsx';
import { type Levels, useBrowserCall } from './use-browser-call.ts';

const sides: readonly MeteredSide<Levels>[] = [
  { of: 'own', label: 'You', name: 'Your volume' },
  { of: 'agent', label: 'Agent', name: 'Agent volume', falls: 0.9 },
];

const ways: Record<Transport, string> = {
  webrtc: 'Audio over WebRTC.',
  websocket: 'Audio over the WebSocket, because WebRTC did not connect.',
};

interface BrowserCallPanelProps {
  agent: Schema<'Agent'>;
  /** Values for the variables that a call needs, to begin with. */
  examples?: Record<string, string>;
  /** Where the flow begins. */
  start: FlowStartDraft;
  onStart: (start: FlowStartDraft) => void;
  /** Says what a call lacks, above the fields of a test. */
  noticeOf: (test: TestDraft) => ReactNode;
  /** Returns the agent whose draft is called, with unsaved edits saved. A rejection is shown. */
  prepare: () => Promise<Schema<'Agent'>>;
  /** Shows below the transcript what can be done about it. */
  below?: (transcript: BrowserCall['transcript']) => ReactNode;
  /** Whether the call is in the narrow column beside the editor, without graph, times and earlier calls. */
  isBeside?: boolean;
}

const about =
  'Speak with the agent as a caller would. Its tools run for real, but no phone rings and no customer data is written. The sound and the transcript are not kept: the transcript is only on this page, while it is open.';

const listed = 'Its times, its end and its cost are kept, and listed below.';

/** Calls the agent from this page, and shows the transcript and latencies as they come. */
export function BrowserCallPanel(props: BrowserCallPanelProps) {
  const { agent, examples = {}, start, onStart, noticeOf, prepare, below, isBeside = false } = props;
  const { call, levels, start: begin, stop, press } = useBrowserCall();
  const { phase, transcript, turns, version } = call;
  const [own, setOwn] = useState({ isDraft: true, customerNumber: '', variables: examples });
  const test: CallDraft = { ...own, start };
  const change = ({ start: from, ...changes }: Partial<CallDraft>) => {
    if (from) onStart(from);
    setOwn((before) => ({ ...before, ...changes }));
  };
  const { agentId } = agent;
  const { flow: playedFlow } = testedOf(agent, own.isDraft);
  const called = useMemo(() => ({ agentId, version, flow: playedFlow }), [agentId, version, playedFlow]);
  const { traces, ...flow } = useFlowTrace(
    useMemo(() => stepsOfCall(transcript, called), [transcript, called]),
  );
  const isGoing = phase === 'connecting' || phase === 'live';
  const isFollowed = !isBeside && (traces.length > 0 || (isGoing && playedFlow !== null));
  return (
    <Stack gap="md">
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: isFollowed ? 6 : 12 }}>
          <Panel
            title="Browser call"
            description={isBeside ? about : `${about} ${listed}`}
            aside={<Standing call={call} />}
          >
            <Stack gap="sm">
              {isGoing ? (
                <div className="browser-call-stage">
                  <LevelMeters levels={levels} sides={sides} />
                  <Keypad agent={testedOf(agent, own.isDraft)} press={press} isDisabled={phase !== 'live'} />
                  <Button color="red" variant="light" onClick={stop} ml="auto">
                    End call
                  </Button>
                  <Way call={call} />
                </div>
              ) : (
                <Beginning {...{ agent, call, test, begin, noticeOf, prepare }} onChange={change} />
              )}
              {call.keys ? (
                <Text size="sm">
                  The agent pressed <span className="tabular">{call.keys}</span>.
                </Text>
              ) : null}
              {transcript.length > 0 ? <LiveTranscript transcript={transcript} flow={flow} /> : null}
              {below?.(transcript)}
              {phase === 'live' && transcript.length === 0 ? (
                <EmptyState title="No speech yet">Say something, or wait for the first message.</EmptyState>
              ) : null}
            </Stack>
          </Panel>
        </Grid.Col>
        {isFollowed ? (
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <FlowTracePanel
              traces={traces}
              own={called}
              isLive={isGoing}
              focus={flow.focus}
              onFocus={flow.onFocus}
            />
          </Grid.Col>
        ) : null}
      </Grid>
      {turns.length > 0 && !isBeside ? <LatencyPanel turns={turns} latency={null} /> : null}
      {isBeside ? null : <BrowserCallList agentId={agent.agentId} />}
    </Stack>
  );
}

function Standing({ call: { phase, startedAtMs, version } }: { call: BrowserCall }) {
  if (phase === 'connecting') return <StatusBadge status="preparing" tone="waiting" pulse />;
  if (phase !== 'live' || startedAtMs === null) return null;
  return (
    <>
      <Text size="xs" c="dimmed" className="tabular">
        {version === null ? 'Draft' : `Version ${version}`} · <Elapsed since={startedAtMs} />
      </Text>
      <StatusBadge status="live" tone="busy" pulse />
    </>
  );
}

/** Says in small print how the audio goes. */
function Way({ call: { transport } }: { call: BrowserCall }) {
  if (transport === null) return null;
  return (
    <Text size="xs" c="dimmed" w="100%">
      {ways[transport]}
    </Text>
  );
}

interface CallDraft extends TestDraft {
  /** The customer whose part the caller plays; empty for none. */
  customerNumber: string;
}

interface BeginningProps extends Pick<BrowserCallPanelProps, 'agent' | 'noticeOf' | 'prepare'> {
  call: BrowserCall;
  test: CallDraft;
  onChange: (changes: Partial<CallDraft>) => void;
  begin: ReturnType<typeof useBrowserCall>['start'];
}

function Beginning({ agent, call, test, onChange, begin, noticeOf, prepare }: BeginningProps) {
  const { agentId } = agent;
  const mayReadFacts = useCan('personalization:read');
  const asksForCustomer = mayReadFacts && testedOf(agent, test.isDraft).memory !== null;
  const errorOf = (name: string) => call.problems.find(({ field }) => field === name)?.message;
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { isDraft, start } = test;
    setFailure(null);
    try {
      const current = isDraft ? await prepare() : agent;
      const { flow } = testedOf(current, isDraft);
      const draft = current.draft !== null && isDraft;
      const customerNumber =
        asksForCustomer && test.customerNumber.trim() !== '' ? test.customerNumber : null;
      const variables = suppliedOf(current, test.variables);
      await begin({ agentId, draft, variables, customerNumber, flow: flow && flowStartOf(flow, start) });
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm" align="flex-start">
        {failure ? <ErrorState error={failure} /> : null}
        {call.failure ? (
          <Alert color="red" variant="light" role="alert" title="The call failed">
            {call.failure}
          </Alert>
        ) : null}
        {call.end ? (
          <Alert color="gray" variant="light" role="status" title="Call ended">
            {call.end}
          </Alert>
        ) : null}
        {noticeOf(test)}
        <TestFields {...{ agent, test, onChange }} label="Version to call" mayChoose errorOf={errorOf} />
        {asksForCustomer ? (
          <TextInput
            label="Customer's number"
            description="The agent knows what it remembers of this customer. Empty: it remembers nothing. A test call changes no facts."
            placeholder="+12125550174"
            value={test.customerNumber}
            onChange={({ currentTarget: { value } }) => onChange({ customerNumber: value })}
            error={errorOf('customerNumber')}
          />
        ) : null}
        <Button type="submit">{call.phase === 'over' ? 'Call again' : 'Start call'}</Button>
        <Text size="xs" c="dimmed">
          Your browser will ask for the microphone. Use a headset to avoid echo.
        </Text>
      </Stack>
    </form>
  );
}

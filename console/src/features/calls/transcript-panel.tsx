import { Code, Group, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../shell/index.ts';
import {
  EmptyState,
  formatDuration,
  formatLabel,
  formatPosition,
  JsonView,
  Panel,
  StatusBadge,
} from '../../ui/index.ts';
import { type FlowMarks, FlowStepLine, useScrollToStage } from '../flow-trace/index.ts';
import { NameOf } from '../picks/index.ts';
import { type Call, isLive } from './call-labels.ts';
import { type Recording, useIsPlaying, usePositionMs } from './use-recording.ts';

type Entry = Call['transcript'][number];
type Breach = NonNullable<Call['turns'][number]['breaches']>[number];

const speakers: Record<Entry['role'], string> = {
  bot: 'Agent',
  user: 'Customer',
  tool: 'Tool',
  system: 'System',
  agent: 'Member',
};

interface TranscriptPanelProps {
  call: Call;
  recording: Recording | null;
  /** True while the live stream is interrupted. */
  isLost: boolean;
  flow: FlowMarks;
}

/** The words that were heard on the line. Playing the audio highlights them, and a click on a time moves the audio
 * there. */
export function TranscriptPanel({ call, recording, isLost, flow }: TranscriptPanelProps) {
  const positionMs = usePositionMs(recording);
  const isPlaying = useIsPlaying(recording);
  const current = currentEntry(call.transcript, positionMs);
  const breaches = breachesByEntry(call);
  const live = isLive(call) ? (
    <StatusBadge status={isLost ? 'reconnecting' : 'live'} tone={isLost ? 'waiting' : 'busy'} pulse />
  ) : null;
  return (
    <Panel title="Transcript" aside={live}>
      {call.transcript.length === 0 ? <NoTranscript call={call} /> : null}
      <Lines call={call}>
        {call.transcript.map((entry, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
            key={index}
            index={index}
            entry={entry}
            flow={flow}
            takesOver={takesOver(call.transcript, index)}
            breaches={breaches.get(index) ?? []}
            isCurrent={index === current}
            follows={isPlaying}
            seek={recording ? () => void playFrom(recording, entry.secondsFromStart) : null}
          />
        ))}
      </Lines>
    </Panel>
  );
}

/** The distance from the end in which the lines of a live call follow what is said. */
const nearEndPx = 40;

/**
 * The lines of the transcript. Those of a live call have a height of their own and follow what is said, until the reader
 * scrolls back.
 */
function Lines({ call, children }: { call: Call; children: ReactNode }) {
  const isGoing = isLive(call);
  const view = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const { length } = call.transcript;
  const last = call.transcript.at(-1)?.message;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line or word moves the end
  useEffect(() => {
    const element = view.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [length, last, isGoing]);
  const lines = <ol className="transcript">{children}</ol>;
  if (!isGoing || length === 0) return lines;
  return (
    <section
      ref={view}
      className="transcript-live"
      aria-label="What is said"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
      }}
    >
      {lines}
    </section>
  );
}

/** Returns the guard rails that were applied, by the entry where their turn is heard first. */
function breachesByEntry({ transcript, turns }: Call): Map<number, Breach[]> {
  const found = new Map<number, Breach[]>();
  for (const { breaches = [], firstRtpMs, endOfTurnMs } of turns) {
    if (breaches.length === 0) continue;
    const fromMs = (firstRtpMs ?? endOfTurnMs ?? 0) - 50;
    const at = transcript.findIndex(
      ({ role, secondsFromStart }) => role !== 'user' && secondsFromStart * 1_000 >= fromMs,
    );
    const index = at < 0 ? transcript.length - 1 : at;
    found.set(index, [...(found.get(index) ?? []), ...breaches]);
  }
  return found;
}

/** Returns whether another agent than before spoke. */
function takesOver(transcript: readonly Entry[], index: number): boolean {
  const { agentId } = transcript[index]!;
  if (agentId === undefined) return false;
  const before = transcript.slice(0, index).findLast((entry) => entry.agentId !== undefined);
  return before?.agentId !== agentId;
}

/** Returns the entry at a position, or -1 before the first and before playback. */
function currentEntry(transcript: readonly Entry[], positionMs: number | null): number {
  if (positionMs === null) return -1;
  return transcript.findLastIndex(({ secondsFromStart }) => secondsFromStart * 1_000 <= positionMs + 50);
}

async function playFrom({ audio }: Recording, seconds: number): Promise<void> {
  audio.currentTime = seconds;
  await audio.play();
}

interface LineProps {
  index: number;
  entry: Entry;
  flow: FlowMarks;
  /** True when the entry is the first of its agent. */
  takesOver: boolean;
  /** The guard rails that were applied in the turn that begins here. */
  breaches: Breach[];
  isCurrent: boolean;
  /** True when the page scrolls to the spoken entry. */
  follows: boolean;
  seek: (() => void) | null;
}

function Line({ index, entry, flow, takesOver, breaches, isCurrent, follows, seek }: LineProps) {
  const { role, secondsFromStart, name, agentId, agentVersion } = entry;
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent && follows) line.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [isCurrent, follows]);
  useScrollToStage(line, index, flow.focus);
  const at = formatPosition(secondsFromStart * 1_000);
  const step = flow.steps.get(index);
  return (
    <li
      ref={line}
      className="transcript-line"
      data-role={role}
      data-in-focus={flow.isInFocus(index) || undefined}
      aria-current={isCurrent || undefined}
    >
      {seek ? (
        <UnstyledButton className="transcript-time" onClick={seek} aria-label={`Play from ${at}`}>
          <Icon name="play" />
          {at}
        </UnstyledButton>
      ) : (
        <span className="transcript-time">{at}</span>
      )}
      <div className="transcript-words">
        {takesOver && agentId ? (
          <Text size="xs" c="dimmed" className="transcript-agent">
            <NameOf kind="agents" id={agentId} /> {agentVersion ? `version ${agentVersion}` : 'draft'}
          </Text>
        ) : null}
        <Text span size="xs" fw={600} className="transcript-speaker">
          {step ? (
            'Flow'
          ) : role === 'tool' && name ? (
            <Code>{name}</Code>
          ) : role === 'agent' && name ? (
            name
          ) : (
            speakers[role]
          )}
        </Text>
        {breaches.map((breach, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <BreachNote key={index} breach={breach} />
        ))}
        {step ? (
          <FlowStepLine step={step} onFocus={flow.onFocus} />
        ) : role === 'tool' ? (
          <ToolUse entry={entry} />
        ) : (
          <Words entry={entry} />
        )}
      </div>
    </li>
  );
}

/** Below this confidence, the words of a transcriber are often wrong. */
const unsureBelow = 0.6;

/**
 * Shows the words of a line. Speech of which the transcriber returned no words is shown as such, and words that it was unsure
 * of are marked.
 */
function Words({ entry: { role, name, message, duration, confidence } }: { entry: Entry }) {
  if (name === 'dtmf') return <p>Key {message}</p>;
  if (role === 'user' && message.trim() === '') {
    return <p className="transcript-unclear">Not understood: {formatDuration(duration * 1_000)} of speech</p>;
  }
  if (confidence === undefined || confidence >= unsureBelow) return <p>{message}</p>;
  return (
    <p>
      <span className="transcript-unsure">{message}</span>{' '}
      <Text span size="xs" c="dimmed">
        transcriber {Math.round(confidence * 100)}% sure
      </Text>
    </p>
  );
}

/** Shows the sentence or tool that a rule of the agent withheld, and the words said instead. */
function BreachNote({ breach: { rule, withheld, instead } }: { breach: Breach }) {
  return (
    <div className="transcript-breach">
      <Text size="xs" fw={600}>
        Guard rail: {rule}
      </Text>
      {instead === null ? (
        <Text size="xs">
          Did not let <Code>{withheld}</Code> run.
        </Text>
      ) : (
        <Text size="xs">
          Not said: “{withheld}” Said instead: “{instead}”
        </Text>
      )}
    </div>
  );
}

function ToolUse({ entry }: { entry: Entry }) {
  return (
    <details className="tool-use">
      <summary>{entry.message || 'Arguments and result'}</summary>
      <Group grow align="flex-start" gap="sm" mt={6}>
        <JsonView value={entry.toolCall ?? null} label={`Arguments of ${entry.name ?? 'the tool'}`} />
        <JsonView value={entry.result ?? null} label={`Result of ${entry.name ?? 'the tool'}`} />
      </Group>
    </details>
  );
}

function NoTranscript({ call }: { call: Call }) {
  if (call.startedAt === null && call.endedAt === null) {
    return (
      <EmptyState title="Not answered yet">The live transcript starts when the call is answered.</EmptyState>
    );
  }
  if (call.startedAt === null) {
    const why = call.endedReason ? `${formatLabel(call.endedReason)}. ` : '';
    return <EmptyState title="No conversation">{why}The timeline shows the reason.</EmptyState>;
  }
  if (isLive(call)) return <EmptyState title="No speech yet">Words appear here as they are said.</EmptyState>;
  return <EmptyState title="No speech">No speech was detected on this call.</EmptyState>;
}

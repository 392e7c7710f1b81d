import { Code, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatPosition, JsonView } from '../../ui/index.ts';
import { type FlowMarks, FlowStepLine, useScrollToStage } from '../flow-trace/index.ts';
import type { Entry } from './call-events.ts';

const speakers: Record<Entry['role'], string> = {
  bot: 'Agent',
  user: 'You',
  tool: 'Tool',
  system: 'System',
  agent: 'Member',
};

interface LiveTranscriptProps {
  transcript: readonly Entry[];
  flow: FlowMarks;
}

/** Shows the transcript as it grows, and stays scrolled to its end. */
export function LiveTranscript({ transcript, flow }: LiveTranscriptProps) {
  const end = useRef<HTMLOListElement>(null);
  const length = transcript.map(({ message }) => message).join('').length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the transcript grows
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [length, transcript.length]);
  return (
    <div role="log" aria-label="Transcript">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <ol className="browser-call-log" ref={end} tabIndex={0}>
        {transcript.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <Line key={index} index={index} entry={entry} flow={flow} />
        ))}
      </ol>
    </div>
  );
}

function Line({ index, entry, flow }: { index: number; entry: Entry; flow: FlowMarks }) {
  const line = useRef<HTMLLIElement>(null);
  useScrollToStage(line, index, flow.focus);
  const { role, name, message, secondsFromStart, notUnderstood } = entry;
  const step = flow.steps.get(index);
  return (
    <li ref={line} data-in-focus={flow.isInFocus(index) || undefined}>
      <Text span size="xs" fw={600}>
        {step ? 'Flow' : role === 'tool' && name ? <Code>{name}</Code> : speakers[role]}
      </Text>
      {step ? (
        <FlowStepLine step={step} onFocus={flow.onFocus} />
      ) : role === 'tool' ? (
        <details className="tool-use">
          <summary>Arguments and result</summary>
          <JsonView value={entry.toolCall ?? null} label={`Arguments of ${name ?? 'the tool'}`} />
          <JsonView value={entry.result ?? null} label={`Result of ${name ?? 'the tool'}`} />
        </details>
      ) : notUnderstood ? (
        <p className="transcript-unclear">Not understood</p>
      ) : (
        <p>{name === 'dtmf' ? `Key ${message}` : message}</p>
      )}
      <Text span size="xs" c="dimmed" className="tabular">
        {formatPosition(secondsFromStart * 1_000)}
      </Text>
    </li>
  );
}

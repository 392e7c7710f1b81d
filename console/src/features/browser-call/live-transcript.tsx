import { Code, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatPosition, JsonView } from '../../ui/index.ts';
import type { Entry } from './call-events.ts';

const speakers: Record<Entry['role'], string> = { bot: 'Agent', user: 'You', tool: 'Tool', system: 'System' };

/** Shows the transcript as it grows, and stays scrolled to its end. */
export function LiveTranscript({ transcript }: { transcript: readonly Entry[] }) {
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
          <li key={index}>
            <Text span size="xs" fw={600}>
              {entry.role === 'tool' && entry.name ? <Code>{entry.name}</Code> : speakers[entry.role]}
            </Text>
            {entry.role === 'tool' ? (
              <details className="tool-use">
                <summary>Arguments and result</summary>
                <JsonView value={entry.toolCall ?? null} label={`Arguments of ${entry.name ?? 'the tool'}`} />
                <JsonView value={entry.result ?? null} label={`Result of ${entry.name ?? 'the tool'}`} />
              </details>
            ) : (
              <p>{entry.name === 'dtmf' ? `Key ${entry.message}` : entry.message}</p>
            )}
            <Text span size="xs" c="dimmed" className="tabular">
              {formatPosition(entry.secondsFromStart * 1_000)}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  );
}

import { Stack, Text } from '@mantine/core';
import { formatPosition, formatWord, JsonView, Panel, StatusBadge } from '../../ui/index.ts';
import type { Call } from './call-words.ts';

/** What a rubric came to. */
interface RubricOutcome {
  passed: boolean;
  reason: string;
  secondsFromStart: number[];
}

/** What was found out after the call: the summary, the structured data, and how each rubric came out. */
export function FindingsPanel({ call }: { call: Call }) {
  const { summary, analysis, qa } = call;
  if (summary === null && analysis === null && qa === null) return null;
  const outcomes = Object.entries((qa?.rubricOutcomes ?? {}) as Record<string, RubricOutcome>);
  return (
    <Panel
      title="What was found out"
      aside={qa && outcomes.length > 0 ? <Verdict passed={qa.overallPassed} /> : null}
    >
      <Stack gap="sm">
        {summary ? <Text size="sm">{summary}</Text> : null}
        {qa ? (
          <Text size="sm" c="dimmed">
            Sentiment: {formatWord(qa.sentiment)}
          </Text>
        ) : null}
        {outcomes.length > 0 ? (
          <ul className="rubrics">
            {outcomes.map(([name, outcome]) => (
              <li key={name}>
                <Verdict passed={outcome.passed} />
                <div>
                  <Text size="sm" fw={600}>
                    {formatWord(name)}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {outcome.reason}
                    {outcome.secondsFromStart.length > 0
                      ? ` (at ${outcome.secondsFromStart.map((seconds) => formatPosition(seconds * 1_000)).join(', ')})`
                      : ''}
                  </Text>
                </div>
              </li>
            ))}
          </ul>
        ) : null}
        {analysis ? <JsonView value={analysis} label="Structured data of the analysis" /> : null}
      </Stack>
    </Panel>
  );
}

function Verdict({ passed }: { passed: boolean }) {
  return <StatusBadge status={passed ? 'passed' : 'failed'} tone={passed ? 'good' : 'bad'} />;
}

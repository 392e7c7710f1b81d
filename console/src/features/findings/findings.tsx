import './findings.css';
import { Stack, Text } from '@mantine/core';
import { formatLabel, formatPosition, StatusBadge, ValuesView } from '../../ui/index.ts';

interface RubricOutcome {
  passed: boolean;
  reason: string;
  secondsFromStart: number[];
}

/** The results of the analysis of a conversation. */
export interface Found {
  summary: string | null;
  /** The structured data that the agent asks for. */
  analysis: unknown;
  qa: { sentiment?: string | null; overallPassed?: boolean; rubricOutcomes?: unknown } | null;
}

const outcomesOf = (qa: Found['qa']) =>
  Object.entries((qa?.rubricOutcomes ?? {}) as Record<string, RubricOutcome>);

/** The summary, the structured data, and the result of each rubric. */
export function Findings({ summary, analysis, qa }: Found) {
  const outcomes = outcomesOf(qa);
  return (
    <Stack gap="sm">
      {summary ? <Text size="sm">{summary}</Text> : null}
      {qa?.sentiment ? (
        <Text size="sm" c="dimmed">
          Sentiment: {formatLabel(qa.sentiment)}
        </Text>
      ) : null}
      {outcomes.length > 0 ? (
        <ul className="rubrics">
          {outcomes.map(([name, outcome]) => (
            <li key={name}>
              <Verdict passed={outcome.passed} />
              <div>
                <Text size="sm" fw={600}>
                  {formatLabel(name)}
                </Text>
                <Text size="sm" c="dimmed">
                  {outcome.reason}
                  {outcome.secondsFromStart?.length > 0
                    ? ` (at ${outcome.secondsFromStart.map((seconds) => formatPosition(seconds * 1_000)).join(', ')})`
                    : ''}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {analysis ? <ValuesView value={analysis} label="Structured data of the analysis" /> : null}
    </Stack>
  );
}

/** Shows whether all rubrics passed, and nothing without rubrics. */
export function OverallVerdict({ qa }: Pick<Found, 'qa'>) {
  return qa && outcomesOf(qa).length > 0 ? <Verdict passed={qa.overallPassed === true} /> : null;
}

function Verdict({ passed }: { passed: boolean }) {
  return <StatusBadge status={passed ? 'passed' : 'failed'} tone={passed ? 'good' : 'bad'} />;
}

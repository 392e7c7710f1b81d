import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { ErrorState, formatCount, formatInstant } from '../../ui/index.ts';
import { isOfNow, type Measure, valueText } from './labels.ts';
import { bodyOf, type RuleDraft } from './rule-draft.ts';

type Tried = Schema<'TriedAlertRule'>;

/** Shows what the rule would have done within the last seven days. */
export function TryRule({ draft }: { draft: RuleDraft }) {
  const attempt = useMutation({
    mutationFn: async (tried: RuleDraft) => {
      const body = { ...bodyOf(tried), name: tried.name.trim() || 'Rule' };
      return { tried, result: await read(api.POST('/api/alert-rules/try', { body })) };
    },
  });
  const isNow = isOfNow(draft.measure);
  const { tried, result } = attempt.data ?? {};
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {isNow
            ? 'The past of queues is not stored, so this rule cannot be tried.'
            : 'What would this rule have done within the last seven days?'}
        </Text>
        <Button
          size="xs"
          variant="default"
          disabled={isNow}
          loading={attempt.isPending}
          onClick={() => attempt.mutate(draft)}
        >
          Try
        </Button>
      </Group>
      {attempt.error ? <ErrorState error={attempt.error} /> : null}
      {tried && result ? <Outcome measure={tried.measure} result={result} /> : null}
    </Stack>
  );
}

function Outcome({ measure, result }: { measure: Measure; result: Tried }) {
  const { alerts, readings } = result;
  const known = readings.filter(({ value }) => value !== null);
  if (known.length === 0) return <Text size="sm">No calls within the last seven days to judge.</Text>;
  const count = formatCount(alerts.length, 'alert');
  return (
    <>
      <Text
        size="sm"
        role="status"
      >{`The rule would have raised ${alerts.length === 0 ? 'no alert' : count}.`}</Text>
      <Chart result={result} />
      {alerts.length > 0 ? (
        <ul className="alert-messages">
          {alerts.slice(0, 10).map(({ beganAt, endedAt, worst }) => (
            <li key={beganAt}>
              <Text size="sm">
                {formatInstant(beganAt)} to {endedAt === null ? 'now' : formatInstant(endedAt)}, at worst{' '}
                {valueText(measure, worst)}
              </Text>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const width = 560;
const height = 120;

/** Readings as a line, the limit as a dashed line, and alerts as spans. The text beside it says the same. */
function Chart({ result: { from, to, readings, alerts } }: { result: Tried }) {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const values = readings.flatMap(({ value, limit }) => [value, limit]).filter((one) => one !== null);
  const top = Math.max(...values, 1e-9) * 1.05;
  const x = (at: string) => ((Date.parse(at) - fromMs) / (toMs - fromMs)) * width;
  const y = (value: number) => height - (value / top) * height;
  const path = (pick: (reading: Tried['readings'][number]) => number | null) => {
    let isDown = false;
    return readings
      .map((reading) => {
        const value = pick(reading);
        const command = isDown ? 'L' : 'M';
        isDown = value !== null;
        return value === null ? '' : `${command}${x(reading.at).toFixed(1)} ${y(value).toFixed(1)}`;
      })
      .join('');
  };
  return (
    <svg
      className="alert-chart"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      preserveAspectRatio="none"
    >
      {alerts.map(({ beganAt, endedAt }) => (
        <rect
          key={beganAt}
          className="alert-span"
          x={x(beganAt)}
          width={Math.max(2, x(endedAt ?? to) - x(beganAt))}
          y={0}
          height={height}
        />
      ))}
      <path className="alert-limit" d={path(({ limit }) => limit)} />
      <path className="alert-line" d={path(({ value }) => value)} />
    </svg>
  );
}

import { Text } from '@mantine/core';
import { formatDuration, formatInstant, formatTimeOfDay, TimeText, useNowMs } from '../../ui/index.ts';
import { DecisionText } from './decision-text.tsx';
import {
  type Decision,
  type Phase,
  phaseLabels,
  phasesOf,
  type Step,
  stepsOf,
  type Times,
  titleOf,
} from './timeline.ts';

const tones: Record<string, string> = {
  held: 'waiting',
  refused: 'bad',
  answered: 'good',
  received: 'good',
  canceled: 'bad',
};

interface TimelineListProps {
  times: Times;
  decisions: readonly Decision[];
  /** Whether the last phase lasts. */
  isGoing: boolean;
}

/** Shows how long a call waited, rang and talked, and the decisions about it. An empty message is not shown. */
export function TimelineList({ times, decisions, isGoing }: TimelineListProps) {
  const nowMs = useNowMs(times.endedAt === null);
  const steps = stepsOf(decisions);
  return (
    <>
      <Phases phases={phasesOf(times, decisions, nowMs)} isGoing={isGoing} />
      <ol className="why">
        {steps.map((step, index) => (
          <TimelineStep
            key={`${step.decision.at} ${step.decision.decision} ${step.decision.reason}`}
            step={step}
            before={steps[index - 1]}
            nowMs={nowMs}
          />
        ))}
      </ol>
    </>
  );
}

/** One bar whose parts are as long as the phases took, with their lengths below. */
function Phases({ phases, isGoing }: { phases: Phase[]; isGoing: boolean }) {
  if (phases.length === 0) return null;
  const last = phases.at(-1);
  return (
    <div className="phases">
      <div className="phases-bar" aria-hidden="true">
        {phases.map(({ id, lengthMs }) => (
          <span key={id} data-phase={id} style={{ flexGrow: lengthMs }} />
        ))}
      </div>
      <ul className="phases-lengths">
        {phases.map((phase) => (
          <li key={phase.id}>
            <span data-phase={phase.id} aria-hidden="true" />
            {phaseLabels[phase.id]} {formatDuration(phase.lengthMs)}
            {isGoing && phase === last ? ' so far' : ''}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TimelineStep({
  step: { decision: shown, repeats },
  before,
  nowMs,
}: {
  step: Step;
  before: Step | undefined;
  nowMs: number;
}) {
  const { at, decision, message, until } = shown;
  const beforeAt = before?.decision.at;
  const afterMs = beforeAt === undefined ? 0 : Date.parse(at) - Date.parse(beforeAt);
  const isOtherDay =
    beforeAt === undefined || new Date(at).toDateString() !== new Date(beforeAt).toDateString();
  return (
    <li className="why-step" data-tone={tones[decision]}>
      <div className="why-head">
        <Text span size="sm" fw={600}>
          {titleOf(shown)}
          {repeats > 0 ? ` ${repeats + 1} times` : ''}
        </Text>
        <Text span size="xs" c="dimmed" className="tabular">
          {afterMs > 0 ? `+${formatDuration(afterMs)} · ` : ''}
          <time dateTime={at} title={formatInstant(at)}>
            {isOtherDay ? formatInstant(at) : formatTimeOfDay(at)}
          </time>
        </Text>
      </div>
      {message === '' || message === `${titleOf(shown)}.` ? null : (
        <Text size="sm">
          <DecisionText text={message} />
        </Text>
      )}
      {until && Date.parse(until) > nowMs ? (
        <Text size="xs" c="dimmed">
          Checked again <TimeText at={until} />
        </Text>
      ) : null}
    </li>
  );
}

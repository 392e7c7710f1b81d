import './flow-trace.css';
import { UnstyledButton } from '@mantine/core';
import { spacedName } from '../flow-stages/index.ts';
import type { FlowStep } from './flow-steps.ts';
import { causeText, valuesText } from './step-text.ts';
import type { FlowMarks } from './use-flow-trace.ts';

/** An entry of a transcript: a stage that was entered, with the reason, or variables that were found out. */
export function FlowStepLine({ step, onFocus }: { step: FlowStep } & Pick<FlowMarks, 'onFocus'>) {
  const { at, from, to, values } = step;
  const found = valuesText(values);
  if (from === to) return <p className="flow-step">Found out: {found}</p>;
  return (
    <p className="flow-step">
      Stage{' '}
      <UnstyledButton
        className="flow-step-stage"
        onClick={() => onFocus({ stage: to, at, from: 'transcript' })}
        title="Show on the graph"
      >
        {spacedName(to)}
      </UnstyledButton>
      <span className="flow-step-why">
        {' '}
        · {causeText(step)}
        {found === '' ? '' : ` · ${found}`}
      </span>
    </p>
  );
}

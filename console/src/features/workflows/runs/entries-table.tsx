import { Table, Text } from '@mantine/core';
import { Duration, Panel, StatusBadge } from '../../../ui/index.ts';
import { typeLabel } from '../definition/step-types.ts';
import { shownStepsMax } from '../queries.ts';
import { type Run, type RunStep, tookMs } from '../workflow-labels.ts';
import { stepMark } from './run-marks.ts';

interface EntriesTableProps {
  run: Run;
  nowMs: number;
  onSelect: (stepId: string) => void;
}

/** Every step that has begun, in order, with its duration on the run's time axis. */
export function EntriesTable({ run, nowMs, onSelect }: EntriesTableProps) {
  const { steps, createdAt, endedAt } = run;
  const wholeMs = Math.max(1, tookMs({ startedAt: createdAt, endedAt }, nowMs));
  if (steps.length === 0) {
    return (
      <Panel title="Steps in order">
        <Text size="sm" c="dimmed">
          No step has started yet.
        </Text>
      </Panel>
    );
  }
  return (
    <Panel
      title="Steps in order"
      {...(run.hasMoreSteps ? { description: `The first ${shownStepsMax}.` } : {})}
    >
      <div className="entries">
        <Table className="data-table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Step</Table.Th>
              <Table.Th scope="col" visibleFrom="sm">
                Type
              </Table.Th>
              <Table.Th scope="col">Status</Table.Th>
              <Table.Th scope="col" visibleFrom="md" w="32%">
                Time
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Duration
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.map((step) => (
              <Entry key={step.key} {...{ step, nowMs, wholeMs, onSelect }} beganMs={Date.parse(createdAt)} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  );
}

interface EntryProps {
  step: RunStep;
  beganMs: number;
  wholeMs: number;
  nowMs: number;
  onSelect: (stepId: string) => void;
}

function Entry({ step, beganMs, wholeMs, nowMs, onSelect }: EntryProps) {
  const { key, stepId, type, startedAt } = step;
  const { label, tone, pulse } = stepMark(step);
  const ms = tookMs(step, nowMs);
  const left = (Math.max(0, Date.parse(startedAt) - beganMs) / wholeMs) * 100;
  return (
    <Table.Tr>
      <Table.Td>
        <button type="button" className="row-link entry-link" onClick={() => onSelect(stepId)}>
          {key}
        </button>
      </Table.Td>
      <Table.Td visibleFrom="sm">{typeLabel(type)}</Table.Td>
      <Table.Td>
        <StatusBadge status={label} tone={tone} pulse={pulse} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <div className="entry-track" aria-hidden="true">
          <span
            data-tone={tone}
            style={{
              left: `${Math.min(99, left)}%`,
              width: `${Math.max(1, Math.min(100 - left, (ms / wholeMs) * 100))}%`,
            }}
          />
        </div>
      </Table.Td>
      <Table.Td ta="right">
        <Duration ms={ms} />
      </Table.Td>
    </Table.Tr>
  );
}

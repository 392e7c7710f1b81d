import { Checkbox, NumberInput, Select, Stack } from '@mantine/core';
import type { FinishView } from '../../flow-stages/index.ts';
import { Choice } from '../../picks/index.ts';
import { HandedVariables, histories, openings } from '../other-agent-fields.tsx';
import type { StageFieldsProps } from './stage-fields.ts';

const transferPrefix = 'transfer:';
const handOver = 'hand-over';

/** The end of a stage: the conversation goes on, ends, or is passed to others. */
export function FinishField(props: StageFieldsProps) {
  const { stage, form, set, errorOf } = props;
  const { finish } = stage;
  const destinations = form.values.transferDestinations.map(({ name }) => name).filter((name) => name !== '');
  const own = finish?.kind === 'transfer' ? [finish.to] : [];
  const choose = (chosen: string | null) => {
    if (chosen === 'end-call') set({ finish: chosen });
    else if (chosen === handOver) set({ finish: { handOver: { agentId: '' } } });
    else if (chosen?.startsWith(transferPrefix))
      set({ finish: { transfer: chosen.slice(transferPrefix.length) } });
    else set({ finish: null });
  };
  return (
    <Stack gap="sm">
      <Select
        label="After its words"
        description={
          destinations.length === 0 ? 'A transfer needs a transfer destination, under Edit.' : undefined
        }
        data={[
          { value: 'go-on', label: 'The conversation goes on' },
          { value: 'end-call', label: 'End the call' },
          ...[...new Set([...destinations, ...own])].map((name) => ({
            value: `${transferPrefix}${name}`,
            label: `Transfer to ${name}`,
          })),
          { value: handOver, label: 'Hand over to another agent' },
        ]}
        value={chosenOf(finish)}
        onChange={choose}
        error={finish?.kind === 'handOver' ? undefined : errorOf('finish')}
        readOnly={form.isReadOnly}
        allowDeselect={false}
      />
      {finish?.kind === 'handOver' ? <HandOverFields {...props} fields={finish.fields} /> : null}
    </Stack>
  );
}

function chosenOf(finish: FinishView | null): string {
  if (finish === null) return 'go-on';
  if (finish.kind === 'end') return 'end-call';
  return finish.kind === 'handOver' ? handOver : `${transferPrefix}${finish.to}`;
}

interface HandOverFieldsProps extends StageFieldsProps {
  fields: Readonly<Record<string, unknown>>;
}

function HandOverFields({ form, set, errorOf, fields }: HandOverFieldsProps) {
  const readOnly = form.isReadOnly;
  const change = (changes: object) => set({ finish: { handOver: { ...fields, ...changes } } }, 'finish');
  const error = (name: string) => errorOf('finish', 'handOver', name);
  return (
    <Stack gap="xs" className="flow-hand-over">
      <Choice
        label="Agent"
        kind="agents"
        value={typeof fields.agentId === 'string' ? fields.agentId : ''}
        onChange={(agentId) => !readOnly && change({ agentId })}
        error={error('agentId')}
        required
      />
      <Select
        label="It knows of the conversation"
        data={histories.filter(({ value }) => value !== 'summary')}
        value={typeof fields.history === 'string' ? fields.history : 'all'}
        onChange={(history) => change({ history })}
        error={error('history')}
        readOnly={readOnly}
        allowDeselect={false}
      />
      {fields.history === 'lastTurns' ? (
        <NumberInput
          label="Turns of the customer"
          value={typeof fields.turns === 'number' ? fields.turns : 5}
          onChange={(turns) => change({ turns: Number(turns) })}
          error={error('turns')}
          {...{ min: 1, max: 50, readOnly }}
        />
      ) : null}
      <Select
        label="The other agent begins"
        data={openings}
        value={typeof fields.opening === 'string' ? fields.opening : 'answer'}
        onChange={(opening) => change({ opening })}
        error={error('opening')}
        readOnly={readOnly}
        allowDeselect={false}
      />
      <HandedVariables
        variables={Array.isArray(fields.variables) ? fields.variables.map(String) : 'all'}
        onChange={(variables) => change({ variables })}
        error={error('variables')}
        readOnly={readOnly}
      />
      <Checkbox
        label="The other agent may hand the conversation back"
        checked={fields.mayReturn === true}
        onChange={({ currentTarget }) => change({ mayReturn: currentTarget.checked })}
        disabled={readOnly}
      />
    </Stack>
  );
}

import { Button, Group, Select, SimpleGrid, TagsInput, Textarea, TextInput } from '@mantine/core';
import { EmptyState, Panel } from '../../ui/index.ts';
import { Choice } from '../picks/index.ts';
import type { Configuration } from './agent-labels.ts';
import { firstDestination } from './beginnings.ts';
import type { AgentForm } from './use-agent-form.ts';

type Destination = Configuration['transferDestinations'][number];

const modes = [
  { value: 'blind', label: 'Blind: through the carrier' },
  { value: 'bridged', label: 'Bridged: through Parley' },
  { value: 'warm', label: 'Warm: with a spoken summary' },
];
const targets = [
  { value: 'line', label: 'A number or SIP address' },
  { value: 'team', label: 'A team of members' },
];
const toTeam: Partial<Destination> = { type: 'team', destination: '', mode: 'blind' };
const toLine: Partial<Destination> = { type: 'phone', destination: '', skills: [], summaryPrompt: null };
const fallbacks = [
  { value: 'return', label: 'Return to the agent' },
  { value: 'end', label: 'End the call' },
];
/** The destinations that a call can be transferred to. */
export function TransfersPanel({ form }: { form: AgentForm }) {
  const { values, set, isReadOnly } = form;
  const destinations = values.transferDestinations;
  const setAll = (next: Destination[]) => set('transferDestinations', next);
  const add = isReadOnly ? null : (
    <Button size="xs" variant="default" onClick={() => setAll([...destinations, firstDestination])}>
      Add destination
    </Button>
  );
  return (
    <Panel title="Transfer destinations" aside={add}>
      {destinations.length === 0 ? (
        <EmptyState title="No transfer destinations">
          To let the agent transfer callers, add a phone number, SIP address or team here and the transfer
          tool above.
        </EmptyState>
      ) : null}
      <ul className="plain-list">
        {destinations.map((destination, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here
          <li key={index} className="editor-row">
            <DestinationFields
              form={form}
              path={`transferDestinations.${index}`}
              destination={destination}
              others={destinations.filter((_, at) => at !== index).map(({ name }) => name)}
              change={(changes) =>
                setAll(destinations.map((one, at) => (at === index ? { ...one, ...changes } : one)))
              }
              remove={() => setAll(destinations.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface DestinationFieldsProps {
  form: AgentForm;
  path: string;
  destination: Destination;
  /** Names of the destinations that may be tried when this one fails. */
  others: string[];
  change: (changes: Partial<Destination>) => void;
  remove: () => void;
}

function DestinationFields({ form, path, destination, others, change, remove }: DestinationFieldsProps) {
  const { mode, fallback, type } = destination;
  const { errorOf, isReadOnly: readOnly } = form;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <TextInput
          label="Name"
          placeholder="sales"
          value={destination.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          error={errorOf(`${path}.name`)}
          readOnly={readOnly}
          required
        />
        <Select
          label="To"
          data={targets}
          value={type === 'team' ? 'team' : 'line'}
          onChange={(chosen) => change(chosen === 'team' ? toTeam : toLine)}
          readOnly={readOnly}
          allowDeselect={false}
        />
        <TargetFields {...{ form, path, destination, change }} />
        <TextInput
          label="When to use it"
          value={destination.description ?? ''}
          onChange={({ currentTarget }) => change({ description: currentTarget.value || null })}
          error={errorOf(`${path}.description`)}
          readOnly={readOnly}
        />
        {type === 'team' ? null : (
          <Select
            label="Mode"
            data={modes}
            value={mode}
            onChange={(chosen) => change(withMode((chosen ?? 'blind') as Destination['mode']))}
            error={errorOf(`${path}.mode`)}
            readOnly={readOnly}
            allowDeselect={false}
          />
        )}
        <FallbackField form={form} path={path} fallback={fallback} others={others} change={change} />
        {mode === 'warm' || type === 'team' ? (
          <Textarea
            label="Summary instructions"
            placeholder="Default"
            value={destination.summaryPrompt ?? ''}
            onChange={({ currentTarget }) => change({ summaryPrompt: currentTarget.value || null })}
            error={errorOf(`${path}.summaryPrompt`)}
            readOnly={readOnly}
            autosize
            minRows={1}
          />
        ) : null}
      </SimpleGrid>
      {readOnly ? null : (
        <Group justify="flex-end" mt={6}>
          <Button size="xs" variant="subtle" color="gray" onClick={remove}>
            Remove {destination.name || 'destination'}
          </Button>
        </Group>
      )}
    </>
  );
}

/** The number, the SIP address, or the team with the skills that are needed. */
function TargetFields({
  form,
  path,
  destination: { type, destination, skills },
  change,
}: Pick<DestinationFieldsProps, 'form' | 'path' | 'destination' | 'change'>) {
  const { errorOf, isReadOnly: readOnly } = form;
  if (type !== 'team')
    return (
      <TextInput
        label="Number or SIP address"
        placeholder="+14155550100"
        value={destination}
        onChange={({ currentTarget: { value } }) =>
          change({ destination: value.trim(), type: /^sips?:/.test(value.trim()) ? 'sip' : 'phone' })
        }
        error={errorOf(`${path}.destination`)}
        readOnly={readOnly}
        required
      />
    );
  return (
    <>
      <Choice
        label="Team"
        kind="teams"
        required
        value={destination}
        onChange={(chosen) => change({ destination: chosen })}
        error={errorOf(`${path}.destination`)}
      />
      <TagsInput
        label="Skills that are needed"
        placeholder={skills.length === 0 ? 'Any member' : undefined}
        value={skills}
        onChange={(next) => change({ skills: next })}
        error={errorOf(`${path}.skills`)}
        readOnly={readOnly}
      />
    </>
  );
}

type FallbackFieldProps = Pick<DestinationFieldsProps, 'form' | 'path' | 'others' | 'change'> &
  Pick<Destination, 'fallback'>;

/** Asks how the call continues when the transfer fails. */
function FallbackField({ form, path, fallback, others, change }: FallbackFieldProps) {
  const named = [...new Set([...others, ...(fallback === 'return' || fallback === 'end' ? [] : [fallback])])];
  return (
    <Select
      label="On failure"
      data={[
        ...fallbacks,
        ...named.filter((name) => name !== '').map((name) => ({ value: name, label: `Try ${name}` })),
      ]}
      value={fallback}
      onChange={(chosen) => change({ fallback: chosen ?? 'return' })}
      error={form.errorOf(`${path}.fallback`)}
      readOnly={form.isReadOnly}
      allowDeselect={false}
    />
  );
}

/** A summary is spoken in warm transfers only. */
function withMode(mode: Destination['mode']): Partial<Destination> {
  return mode === 'warm' ? { mode } : { mode, summaryPrompt: null };
}

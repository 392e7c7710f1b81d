import { Fieldset, Stack, Text, TextInput } from '@mantine/core';
import { isObject } from '../../json-text/index.ts';
import type { Kind } from '../../picks/index.ts';
import { PairsField } from '../../value-fields/index.ts';
import type { Problem } from '../definition/problems.ts';
import { IdField } from './id-field.tsx';

interface CallFieldsProps {
  /** Whether the call is queued in a campaign. */
  isQueued: boolean;
  value: unknown;
  /** With paths inside the call. */
  problems: readonly Problem[];
  isReadOnly: boolean;
  onChange: (value: Record<string, unknown>) => void;
}

interface KnownField {
  name: string;
  label: string;
  description?: string;
  kind?: Kind;
}

/** The fields that most calls have. A queued call has a campaign and a schedule beside them. */
const known: readonly KnownField[] = [
  { name: 'phoneNumber', label: 'Number to call', description: 'With the country code: +12025550123.' },
  { name: 'phoneNumberId', label: 'Call from', kind: 'phone-numbers' },
];
const ofCampaign: readonly KnownField[] = [
  {
    name: 'campaignName',
    label: 'Campaign',
    description: 'The name of a campaign. A new name begins a campaign.',
  },
  { name: 'scheduleId', label: 'Schedule', kind: 'schedules' },
  { name: 'callRetryConfigId', label: 'Retry configuration', kind: 'retry-configs' },
];
const further = ['priority', 'timeZone', 'localPresenceEnabled', 'maxConcurrentCalls', 'endCampaignAt'];

/** The call that a step places or queues. */
export function CallFields({ isQueued, value, problems, isReadOnly, onChange }: CallFieldsProps) {
  const call = isObject(value) ? value : {};
  const shown = isQueued ? [...known, ...ofCampaign] : known;
  const named = new Set(['variables', ...shown.map(({ name }) => name)]);
  const part = (isNamed: boolean) =>
    Object.fromEntries(Object.entries(call).filter(([name]) => named.has(name) === isNamed));
  const errorOf = (name: string) =>
    problems.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message;
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...rest } = call;
    onChange(next === undefined ? rest : { ...call, [name]: next });
  };
  return (
    <Fieldset
      legend={
        <Text fw={600} size="sm">
          Call
        </Text>
      }
    >
      <Stack gap="sm">
        {shown.map((field) => (
          <KnownText
            key={field.name}
            {...{ field, isReadOnly }}
            value={call[field.name]}
            error={errorOf(field.name)}
            set={set}
          />
        ))}
        <PairsField
          label="Variables of the call"
          description="{{ input.name }} inserts a value."
          columns={['Variable', 'Value']}
          value={isObject(call.variables) ? call.variables : {}}
          onChange={(next) => set('variables', next)}
          add="Add variable"
          isNested
          error={errorOf('variables')}
          isReadOnly={isReadOnly}
        />
        <PairsField
          label="Further settings of the call"
          columns={['Setting', 'Value']}
          value={part(false)}
          onChange={(next) => onChange({ ...part(true), ...next })}
          names={further}
          add="Add setting"
          isNested
          error={textOf(problems.filter(({ field }) => !named.has(field.split('.')[0]!)))}
          isReadOnly={isReadOnly}
        />
      </Stack>
    </Fieldset>
  );
}

function textOf(problems: readonly Problem[]): string | undefined {
  return problems.map(({ field, message }) => `${field} ${message}`.trim()).join('; ') || undefined;
}

interface KnownTextProps {
  field: KnownField;
  value: unknown;
  error: string | undefined;
  isReadOnly: boolean;
  set: (name: string, value: unknown) => void;
}

function KnownText({
  field: { name, label, description, kind },
  value,
  error,
  isReadOnly,
  set,
}: KnownTextProps) {
  const shared = {
    label,
    description,
    error,
    value: typeof value === 'string' ? value : '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set(name, currentTarget.value === '' && name === 'callRetryConfigId' ? undefined : currentTarget.value),
    readOnly: isReadOnly,
    required: name !== 'callRetryConfigId',
  };
  return kind ? <IdField {...shared} name={`call-${name}`} kind={kind} /> : <TextInput {...shared} />;
}

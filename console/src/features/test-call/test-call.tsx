import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, useCan } from '../../api/index.ts';
import {
  DialogButton,
  type DraftFields,
  dialable,
  FormDialog,
  readableNumber,
  useDraft,
} from '../../ui/index.ts';
import { Choice, useFound, useOnly } from '../picks/index.ts';
import { askedOf, textsOf, withTexts } from './call-variables.ts';
import { TrunkDown } from './trunk-down.tsx';

/** The telephone of the person at this browser, whose number is remembered. */
const ownTelephone = 'parley-own-telephone';

interface TestCallProps {
  /** The number to call from. Without it, one of the trunk's numbers is chosen. */
  phoneNumberId?: string;
  trunkId?: string;
  /** The agent that calls, to begin with. */
  agentId?: string;
  /** Values for the variables that a call needs, to begin with. */
  examples?: Record<string, string>;
  /** The values of the call, all of which are sent. Texts of required ones can be changed. */
  variables?: Record<string, unknown>;
  /** The number to call, to begin with: the telephone that this browser called last, unless one is given. */
  phoneNumber?: string;
  label?: string;
  variant?: 'default' | 'filled';
}

/** Places a call now: to test the route, or to hear the agent on a telephone. */
export function TestCallButton({
  label = 'Call my telephone',
  variant = 'default',
  ...given
}: TestCallProps) {
  const { phoneNumberId, trunkId } = given;
  const numbers = useFound({
    kind: 'phone-numbers',
    search: '',
    trunkId,
    isEnabled: phoneNumberId === undefined,
  });
  // Stale rows belong to the trunk that was shown before.
  const rows = numbers.isStale ? [] : numbers.rows;
  const own = phoneNumberId ?? (rows.length > 1 ? '' : rows[0]?.value);
  const only = useOnly(['agents']);
  if (!useCan('calls:write') || own === undefined) return null;
  return (
    <DialogButton label={label} variant={variant}>
      {(close) => (
        <TestCallDialog agentId={only?.agents} {...given} title={label} own={own} onClose={close} />
      )}
    </DialogButton>
  );
}

interface CustomerRow {
  value: string;
  label: string;
  variables: Record<string, unknown>;
}

interface TestCallDialogProps extends Omit<TestCallProps, 'phoneNumberId' | 'label' | 'variant'> {
  title: string;
  /** The only number that it can be called from. Empty when there are several. */
  own: string;
  /** Customers with whose values it can be placed. */
  rows?: readonly CustomerRow[];
  onClose: () => void;
}

export function TestCallDialog({
  title,
  own,
  trunkId,
  agentId = '',
  examples = {},
  variables = {},
  phoneNumber,
  rows = [],
  onClose,
}: TestCallDialogProps) {
  const navigate = useNavigate();
  const form = useDraft({
    agentId,
    phoneNumberId: own,
    phoneNumber: phoneNumber ?? localStorage.getItem(ownTelephone) ?? '',
    row: rows[0]?.value ?? '',
    variables: { ...examples, ...textsOf(rows[0]?.variables ?? variables) },
  });
  const values = rows.find((row) => row.value === form.draft.row)?.variables ?? variables;
  const asked = askedOf(useRequiredVariables(form.draft.agentId), values);
  const submit = () => place(form.draft, asked, values);
  return (
    <FormDialog
      title={title}
      action="Call now"
      size="md"
      form={form}
      onSubmit={submit}
      refreshes={['calls']}
      done={({ customerNumber }) => `The call to ${readableNumber(customerNumber)} is in the queue.`}
      onSaved={({ callId, customerNumber }) => {
        if (phoneNumber === undefined) localStorage.setItem(ownTelephone, customerNumber);
        void navigate({ to: '/calls/$callId', params: { callId } });
      }}
      onClose={onClose}
    >
      {({ draft, change, errorOf, text, value }) => (
        <>
          <TextInput
            label="Number to call"
            description="With the country code, such as +1 202 555 0123, or as it is dialed in the country of the number that calls. This is a real call and may incur costs."
            {...text('phoneNumber')}
            type="tel"
            autoComplete="tel"
            required
            data-autofocus
          />
          <Choice label="Agent" kind="agents" {...value('agentId')} required />
          <RowField rows={rows} value={draft.row} change={change} />
          <VariableFields names={asked} {...{ draft, change, errorOf }} />
          <Choice
            label="Call from"
            kind="phone-numbers"
            trunkId={trunkId}
            {...value('phoneNumberId')}
            required
          />
          <TrunkDown phoneNumberId={draft.phoneNumberId} />
        </>
      )}
    </FormDialog>
  );
}

interface Draft {
  agentId: string;
  phoneNumberId: string;
  phoneNumber: string;
  variables: Record<string, string>;
}

/** Places the call with the given values and the texts of the draft. */
async function place(draft: Draft, asked: readonly string[], values: Record<string, unknown>) {
  const { agentId, phoneNumberId, phoneNumber, variables: texts } = draft;
  if (agentId === '') throw refusedField('agentId', 'Choose an agent.');
  if (phoneNumberId === '') throw refusedField('phoneNumberId', 'Choose a number to call from.');
  const empty = asked.find((name) => !texts[name]?.trim());
  if (empty !== undefined) throw refusedField(`variables.${empty}`, 'The agent needs a value for this call.');
  const variables = withTexts(values, asked, texts);
  const body = { phoneNumberId, phoneNumber: calledText(phoneNumber), priority: 5, variables };
  return await read(api.POST('/api/agents/{agentId}/calls', { params: { path: { agentId } }, body }));
}

interface RowFieldProps {
  rows: readonly CustomerRow[];
  value: string;
  change: (changed: { row: string; variables: Record<string, string> }) => void;
}

/** Chooses the customer of a campaign whose values the call gets. */
function RowField({ rows, value: chosen, change }: RowFieldProps) {
  if (rows.length === 0) return null;
  return (
    <Select
      label="Customer whose values the agent uses"
      description="Only your telephone is called. The call does not count in the campaign."
      data={rows.map(({ value, label }) => ({ value, label }))}
      value={chosen}
      onChange={(id) => {
        const row = rows.find(({ value }) => value === id);
        if (row) change({ row: row.value, variables: textsOf(row.variables) });
      }}
      allowDeselect={false}
    />
  );
}

type WithVariables = Pick<DraftFields<{ variables: Record<string, string> }>, 'draft' | 'change' | 'errorOf'>;

/** A field for each variable that the call must supply. */
function VariableFields({ names, draft, change, errorOf }: WithVariables & { names: readonly string[] }) {
  return names.map((name) => (
    <TextInput
      key={name}
      label={name}
      value={draft.variables[name] ?? ''}
      onChange={({ currentTarget }) =>
        change({ variables: { ...draft.variables, [name]: currentTarget.value } })
      }
      error={errorOf(`variables.${name}`)}
      required
    />
  ));
}

/** Returns a number as the API reads it. A national number keeps its form, because its country is not known here. */
function calledText(text: string): string {
  const bare = dialable(text);
  return bare.startsWith('+') ? bare : text.trim();
}

const none: readonly string[] = [];

/** Returns the variables that each call of an agent must supply. None while the agent is loading. */
function useRequiredVariables(agentId: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ['agents', 'one', agentId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/agents/{agentId}', { params: { path: { agentId } }, signal })),
    enabled: useCan('agents:read') && agentId !== '',
  });
  return data?.requiredVariables ?? none;
}

import { MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatLabel } from '../../../ui/index.ts';
import { endedReasons, groupOf, outcomeGroups } from '../../call-outcomes/index.ts';
import { Choice, type Kind } from '../../picks/index.ts';
import { callStatuses, callTypes, directionLabels } from '../call-labels.ts';
import { usedTagsQuery } from '../queries.ts';
import { outcomeLabel, teamResults } from './kinds.tsx';
import { PeriodFields } from './period-fields.tsx';
import { endPeriod } from './periods.ts';
import { type CallSearch, type FilterParameter, listOf } from './search-of.ts';

interface EditorProps {
  kind: string;
  search: CallSearch;
  choose: (chosen: CallSearch) => void;
}

const inside = { comboboxProps: { withinPortal: false } } as const;
const answering = [
  'person',
  'voicemail',
  'ivr',
  'screening',
  'queue',
  'intercept',
  'fax',
  'silence',
  'undecided',
];
const sentiments = ['positive', 'neutral', 'negative', 'not assessed'];
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const labelled = (value: string) => ({ value, label: formatLabel(value) });

/** A group as a whole, then its reasons one by one. */
const outcomeOptions = outcomeGroups.map(({ id, title }) => ({
  group: title,
  items: [
    { value: id, label: `${title}: all` },
    ...endedReasons
      .filter((reason) => groupOf(reason) === id)
      .map((value) => ({ value, label: outcomeLabel(value) })),
  ],
}));

/** The fields of one filter. Every change applies at once. */
export function FilterEditor({ kind, search, choose }: EditorProps) {
  switch (kind) {
    case 'outcome':
      return <Several label="Outcome" name="outcome" data={outcomeOptions} {...{ search, choose }} />;
    case 'answeredBy':
      return (
        <Several
          label="Answered by"
          name="answeredBy"
          data={answering.map(labelled)}
          {...{ search, choose }}
        />
      );
    case 'sentiment':
      return (
        <Several label="Sentiment" name="sentiment" data={sentiments.map(labelled)} {...{ search, choose }} />
      );
    case 'tag':
      return <Tags {...{ search, choose }} />;
    case 'status':
      return (
        <Several label="Status" name="status" data={callStatuses.map(labelled)} {...{ search, choose }} />
      );
    case 'ended':
      return (
        <Stack gap="xs">
          <PeriodFields
            label="Ended"
            period={endPeriod(search)}
            onChange={({ period: ended, from: endedFrom, to: endedTo }) =>
              choose({ ended, endedFrom, endedTo })
            }
            {...inside}
          />
        </Stack>
      );
    case 'type': {
      const data = callTypes.map((value) => ({ value, label: directionLabels[value] }));
      return <One label="Direction" name="type" data={data} {...{ search, choose }} />;
    }
    case 'agent':
      return (
        <Stack gap="xs">
          <Choice
            label="Agent"
            kind="agents"
            value={search.agentId ?? ''}
            onChange={(agentId) => choose({ agentId: agentId || undefined, agentVersion: undefined })}
            {...inside}
            data-autofocus
          />
          {search.agentId ? (
            <Typed
              label="Version"
              name="agentVersion"
              inputMode="numeric"
              allowed={/^(0|[1-9]\d*)$/}
              {...{ search, choose }}
            />
          ) : null}
        </Stack>
      );
    case 'campaign':
      return <Picked label="Campaign" kind="campaigns" name="campaignId" {...{ search, choose }} />;
    case 'trunk':
      return <Picked label="Trunk" kind="trunks" name="trunkId" {...{ search, choose }} />;
    default:
      return <TypedFilter {...{ kind, search, choose }} />;
  }
}

const seconds = /^\d{1,6}(\.\d{1,3})?$/;
const amount = /^\d{1,9}(\.\d{1,12})?$/;

function SecondsRange({ of, search, choose }: Omit<EditorProps, 'kind'> & { of: 'duration' | 'response' }) {
  const shared = { inputMode: 'decimal', allowed: seconds, search, choose } as const;
  return (
    <Stack gap="xs">
      <Typed label="At least, in seconds" name={`${of}Gte`} isFirst {...shared} />
      <Typed label="At most, in seconds" name={`${of}Lte`} {...shared} />
    </Stack>
  );
}

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** The team that a call waited for, and what became of it. */
function TeamFilter({ search, choose }: Omit<EditorProps, 'kind'>) {
  const results = Object.entries(teamResults).filter(
    ([value]) => value !== 'missed' || search.teamMemberId !== undefined,
  );
  return (
    <Stack gap="xs">
      <Choice
        {...inside}
        label="Team"
        kind="teams"
        value={search.teamId ?? ''}
        onChange={(teamId) =>
          choose({
            teamId: teamId || undefined,
            ...{ teamResult: undefined, teamMemberId: undefined, teamWaitedGt: undefined },
          })
        }
        data-autofocus
      />
      {search.teamId ? (
        <One
          label="Result"
          name="teamResult"
          data={results.map(([value, label]) => ({ value, label: formatLabel(label) }))}
          isFirst={false}
          {...{ search, choose }}
        />
      ) : null}
    </Stack>
  );
}

/** Filters that are typed, the hour of the day, and those with few values. */
function TypedFilter({ kind, search, choose }: EditorProps) {
  const shared = { search, choose };
  if (kind === 'team') return <TeamFilter {...shared} />;
  if (kind === 'conversation')
    return <One label="Conversation with the agent" name="hasConversation" data={yesOrNo} {...shared} />;
  if (kind === 'retried')
    return <One label="A further attempt was queued" name="retried" data={yesOrNo} {...shared} />;
  if (kind === 'data')
    return <Typed label="Words of variables or extracted data" name="dataText" isFirst {...shared} />;
  if (kind === 'response') return <SecondsRange of="response" {...shared} />;
  if (kind === 'hour')
    return <One label="Hour of day, of the creation" name="hour" data={hours} {...shared} />;
  if (kind === 'duration') return <SecondsRange of="duration" {...shared} />;
  if (kind === 'cost')
    return (
      <Stack gap="xs">
        <Typed label="At least" name="costGte" inputMode="decimal" allowed={amount} isFirst {...shared} />
        <Typed label="At most" name="costLte" inputMode="decimal" allowed={amount} {...shared} />
      </Stack>
    );
  if (kind === 'rubric')
    return (
      <Stack gap="xs">
        <Typed label="Name of the rubric" name="rubric" isFirst {...shared} />
        <One
          label="Result"
          name="rubricResult"
          data={['passed', 'failed'].map(labelled)}
          isFirst={false}
          {...shared}
        />
      </Stack>
    );
  return <Typed label="Name of the stage" name="stage" isFirst {...shared} />;
}

interface FieldProps extends Omit<EditorProps, 'kind'> {
  label: string;
  name: FilterParameter;
}

function Picked({ label, kind, name, search, choose }: FieldProps & { kind: Kind }) {
  return (
    <Choice
      {...inside}
      label={label}
      kind={kind}
      value={search[name] ?? ''}
      onChange={(value) => choose({ [name]: value || undefined })}
      data-autofocus
    />
  );
}

function Tags({ search, choose }: Omit<EditorProps, 'kind'>) {
  const { data: used = [] } = useQuery(usedTagsQuery);
  const data = [...new Set([...used, ...listOf(search.tag)])];
  return <Several label="Tag: one of" name="tag" data={data} {...{ search, choose }} />;
}

type Options = React.ComponentProps<typeof MultiSelect>['data'];

function Several({ label, name, data, search, choose }: FieldProps & { data: Options }) {
  return (
    <MultiSelect
      {...inside}
      label={label}
      data={data ?? []}
      value={listOf(search[name])}
      onChange={(values) => choose({ [name]: values.join(',') || undefined })}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="No matches"
      maxDropdownHeight={260}
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      data-autofocus
    />
  );
}

function One({
  label,
  name,
  data,
  search,
  choose,
  isFirst = true,
}: FieldProps & { data: Options; isFirst?: boolean }) {
  return (
    <Select
      {...inside}
      label={label}
      data={data ?? []}
      value={search[name] ?? null}
      onChange={(value) => choose({ [name]: value ?? undefined })}
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  );
}

const typingMs = 400;

interface TypedProps extends FieldProps {
  inputMode?: 'numeric' | 'decimal';
  /** The text that the API accepts. Other text is marked and does not filter. */
  allowed?: RegExp;
  isFirst?: boolean;
}

/** A text that becomes the filter when typing pauses, on Enter, or when the field is left. */
function Typed({ label, name, search, choose, inputMode, allowed, isFirst = false }: TypedProps) {
  const [text, setText] = useState(search[name] ?? '');
  const typed = text.trim();
  const isWrong = typed !== '' && allowed !== undefined && !allowed.test(typed);
  const commit = () => {
    if (!isWrong && typed !== (search[name] ?? '')) choose({ [name]: typed || undefined });
  };
  const latest = useRef(commit);
  latest.current = commit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause begins anew with every letter
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      label={label}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={({ key }) => (key === 'Enter' || key === 'Escape') && commit()}
      onBlur={commit}
      error={isWrong ? 'Write a number, such as 30' : null}
      {...(inputMode ? { inputMode } : {})}
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  );
}

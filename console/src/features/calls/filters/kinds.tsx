import type { ReactNode } from 'react';
import { formatInstant, formatLabel } from '../../../ui/index.ts';
import { outcomeGroups } from '../../call-outcomes/index.ts';
import { NameOf } from '../../picks/index.ts';
import { directionLabels } from '../call-labels.ts';
import { endPeriod, periodLabel } from './periods.ts';
import { type CallSearch, type FilterParameter, listOf } from './search-of.ts';

/** A filter that the user adds, changes and removes as one chip. */
export interface FilterKind {
  id: string;
  title: string;
  /** The parameters of the address that belong to it. */
  parameters: readonly FilterParameter[];
  /** The words for its value; null when the address has none. */
  wordsFor: (search: CallSearch) => ReactNode | null;
  /** Whether the menu offers it. Others have a field of their own. */
  isOffered: boolean;
}

const shownMax = 2;

/** Returns the first values, and the number of others. */
function wordsOf(values: readonly string[], labelOf: (value: string) => string = formatLabel): string | null {
  if (values.length === 0) return null;
  const more = values.length - shownMax;
  return values.slice(0, shownMax).map(labelOf).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns the label of a reason of an end, or of a group of reasons. */
export function outcomeLabel(value: string): string {
  return outcomeGroups.find(({ id }) => id === value)?.title ?? formatLabel(value);
}

function range(least: string | undefined, most: string | undefined, unit: string): string | null {
  if (least && most) return `${least} to ${most}${unit}`;
  if (least) return `at least ${least}${unit}`;
  return most ? `at most ${most}${unit}` : null;
}

function yesOrNo(flag: string | undefined): string | null {
  return flag ? (flag === 'true' ? 'Yes' : 'No') : null;
}

/** The labels of what became of a call that waited for a team. */
export const teamResults: Readonly<Record<string, string>> = {
  answered: 'answered',
  abandoned: 'abandoned',
  unanswered: 'went on to the fallback',
  missed: 'declined or missed',
};

function teamWords({ teamId, teamResult, teamMemberId, teamWaitedGt }: CallSearch): ReactNode | null {
  if (!teamId) return null;
  return (
    <>
      <NameOf kind="teams" id={teamId} />
      {teamResult ? `, ${teamResults[teamResult] ?? teamResult}` : ''}
      {teamMemberId ? (
        <>
          {teamResult ? ' by ' : ', taken by '}
          <NameOf kind="members" id={teamMemberId} />
        </>
      ) : null}
      {teamWaitedGt ? `, since ${formatInstant(teamWaitedGt)}` : ''}
    </>
  );
}

const own = { isOffered: true } as const;
/** Stands for calls without a campaign or a trunk. */
const none = 'none';

/** All filters in the order of the menu and of the chips. */
export const filterKinds: readonly FilterKind[] = [
  {
    id: 'number',
    title: 'Customer',
    parameters: ['customerNumber'],
    wordsFor: ({ customerNumber }) => customerNumber || null,
    isOffered: false,
  },
  {
    id: 'text',
    title: 'Words',
    parameters: ['text'],
    wordsFor: ({ text }) => (text ? `“${text}”` : null),
    isOffered: false,
  },
  {
    id: 'period',
    title: 'Created',
    parameters: ['created', 'from', 'to'],
    wordsFor: periodLabel,
    isOffered: false,
  },
  {
    ...own,
    ...{ id: 'hour', title: 'Hour of day', parameters: ['hour', 'timeZone'] },
    wordsFor: ({ hour, timeZone }) =>
      hour ? `${hour.padStart(2, '0')}:00${timeZone ? `, ${timeZone}` : ''}` : null,
  },
  {
    ...own,
    id: 'outcome',
    title: 'Outcome',
    parameters: ['outcome'],
    wordsFor: ({ outcome }) => wordsOf(listOf(outcome), outcomeLabel),
  },
  {
    ...own,
    ...{ id: 'ended', title: 'Ended', parameters: ['ended', 'endedFrom', 'endedTo'] },
    wordsFor: (search) => periodLabel(endPeriod(search)),
  },
  {
    ...own,
    id: 'status',
    title: 'Status',
    parameters: ['status'],
    wordsFor: ({ status }) => wordsOf(listOf(status)),
  },
  {
    ...own,
    ...{ id: 'type', title: 'Direction', parameters: ['type'] },
    wordsFor: ({ type }) => (type ? (directionLabels[type as keyof typeof directionLabels] ?? type) : null),
  },
  {
    ...own,
    ...{ id: 'agent', title: 'Agent', parameters: ['agentId', 'agentVersion'] },
    wordsFor: ({ agentId, agentVersion }) =>
      agentId ? (
        <>
          <NameOf kind="agents" id={agentId} />
          {agentVersion ? `, ${agentVersion === '0' ? 'no version' : `version ${agentVersion}`}` : ''}
        </>
      ) : null,
  },
  {
    ...own,
    ...{ id: 'campaign', title: 'Campaign', parameters: ['campaignId'] },
    wordsFor: ({ campaignId }) =>
      campaignId === none ? 'None' : campaignId ? <NameOf kind="campaigns" id={campaignId} /> : null,
  },
  {
    ...own,
    ...{ id: 'trunk', title: 'Trunk', parameters: ['trunkId'] },
    wordsFor: ({ trunkId }) =>
      trunkId === none ? 'None' : trunkId ? <NameOf kind="trunks" id={trunkId} /> : null,
  },
  {
    ...own,
    ...{ id: 'duration', title: 'Duration', parameters: ['durationGte', 'durationLte'] },
    wordsFor: ({ durationGte, durationLte }) => range(durationGte, durationLte, ' s'),
  },
  {
    ...own,
    id: 'answeredBy',
    title: 'Answered by',
    parameters: ['answeredBy'],
    wordsFor: ({ answeredBy }) => wordsOf(listOf(answeredBy)),
  },
  {
    ...own,
    id: 'sentiment',
    title: 'Sentiment',
    parameters: ['sentiment'],
    wordsFor: ({ sentiment }) => wordsOf(listOf(sentiment)),
  },
  {
    ...own,
    ...{ id: 'tag', title: 'Tag', parameters: ['tag'] },
    wordsFor: ({ tag }) => wordsOf(listOf(tag), String),
  },
  {
    ...own,
    ...{ id: 'rubric', title: 'Rubric', parameters: ['rubric', 'rubricResult'] },
    wordsFor: ({ rubric, rubricResult }) =>
      rubric || rubricResult ? [rubric || 'Any', rubricResult].filter(Boolean).join(': ') : null,
  },
  {
    ...own,
    ...{ id: 'data', title: 'Variables or data', parameters: ['dataText'] },
    wordsFor: ({ dataText }) => (dataText ? `“${dataText}”` : null),
  },
  {
    ...own,
    ...{ id: 'response', title: 'Longest response', parameters: ['responseGte', 'responseLte'] },
    wordsFor: ({ responseGte, responseLte }) => range(responseGte, responseLte, ' s'),
  },
  {
    ...own,
    ...{ id: 'conversation', title: 'Conversation', parameters: ['hasConversation'] },
    wordsFor: ({ hasConversation }) => yesOrNo(hasConversation),
  },
  {
    ...own,
    ...{ id: 'retried', title: 'Retried', parameters: ['retried'] },
    wordsFor: ({ retried }) => yesOrNo(retried),
  },
  {
    ...own,
    ...{ id: 'team', title: 'Team' },
    parameters: ['teamId', 'teamResult', 'teamMemberId', 'teamWaitedGt'],
    wordsFor: teamWords,
  },
  { ...own, id: 'stage', title: 'Stage', parameters: ['stage'], wordsFor: ({ stage }) => stage || null },
  {
    ...own,
    ...{ id: 'cost', title: 'Cost', parameters: ['costGte', 'costLte'] },
    wordsFor: ({ costGte, costLte }) => range(costGte, costLte, ''),
  },
];

/** Returns the filters that the address has. */
export function activeKinds(search: CallSearch): FilterKind[] {
  return filterKinds.filter(({ wordsFor }) => wordsFor(search) !== null);
}

/** Returns a change of the address that removes a filter. */
export function without({ parameters }: FilterKind): CallSearch {
  return Object.fromEntries(parameters.map((name) => [name, undefined]));
}

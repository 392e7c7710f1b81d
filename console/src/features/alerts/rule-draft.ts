import type { Schema } from '../../api/index.ts';
import { type AlertRule, isOfNow, isOfTeams, type Measure, measureLabels } from './labels.ts';

/** The fields of the form. Numbers are text while they are typed. */
export interface RuleDraft {
  name: string;
  measure: Measure;
  /** Empty for all. */
  agentId: string;
  campaignId: string;
  teamId: string;
  phrase: string;
  stage: string;
  windowMinutes: string;
  direction: 'above' | 'below';
  comparedTo: 'bound' | 'earlier-weeks';
  bound: string;
  minimumCalls: string;
  channelIds: string[];
  enabled: boolean;
}

const blank: RuleDraft = {
  ...{ name: '', measure: 'answer-rate', agentId: '', campaignId: '', teamId: '', phrase: '' },
  ...{
    stage: '',
    windowMinutes: '60',
    direction: 'below',
    comparedTo: 'bound',
    bound: '20',
    minimumCalls: '20',
  },
  ...{ channelIds: [], enabled: true },
};

/** Rules to begin with. */
export const presets: readonly { id: string; title: string; draft: RuleDraft }[] = [
  { id: 'answers', title: 'Few answers', draft: { ...blank, name: 'Few customers answer' } },
  {
    id: 'failures',
    title: 'Many failures',
    draft: {
      ...{ ...blank, name: 'Many calls fail', measure: 'failure-rate', direction: 'above', bound: '15' },
      windowMinutes: '15',
    },
  },
  {
    id: 'slow',
    title: 'Slow answers',
    draft: {
      ...{ ...blank, name: 'The agent answers slowly', measure: 'latency-p95', direction: 'above' },
      ...{ bound: '3', windowMinutes: '30', minimumCalls: '10' },
    },
  },
  {
    id: 'providers',
    title: 'Provider errors',
    draft: {
      ...{ ...blank, name: 'Providers fail', measure: 'provider-errors', direction: 'above', bound: '5' },
      ...{ windowMinutes: '15', minimumCalls: '10' },
    },
  },
  {
    id: 'mood',
    title: 'Unhappy customers',
    draft: {
      ...{ ...blank, name: 'Customers are unhappy', measure: 'negative-sentiment', direction: 'above' },
      ...{ comparedTo: 'earlier-weeks', bound: '50', windowMinutes: '360' },
    },
  },
  {
    id: 'cost',
    title: 'High cost',
    draft: { ...blank, name: 'Calls cost much', measure: 'cost-per-hour', direction: 'above', bound: '50' },
  },
  {
    id: 'callers',
    title: 'Callers wait',
    draft: {
      ...blank,
      name: 'Callers wait for a team',
      measure: 'team-wait',
      direction: 'above',
      bound: '60',
    },
  },
  {
    id: 'quiet',
    title: 'No calls',
    draft: {
      ...{ ...blank, name: 'No calls end', measure: 'calls', comparedTo: 'earlier-weeks', bound: '80' },
      direction: 'below',
    },
  },
];

/** The limits with which the form begins for a measure. */
const usualLimits: Readonly<Record<Measure, Pick<RuleDraft, 'direction' | 'bound'>>> = {
  'answer-rate': { direction: 'below', bound: '20' },
  'failure-rate': { direction: 'above', bound: '15' },
  calls: { direction: 'below', bound: '1' },
  'latency-p95': { direction: 'above', bound: '3' },
  'provider-errors': { direction: 'above', bound: '5' },
  'negative-sentiment': { direction: 'above', bound: '30' },
  phrase: { direction: 'above', bound: '0' },
  'stage-rate': { direction: 'below', bound: '10' },
  'cost-per-hour': { direction: 'above', bound: '50' },
  'queue-wait': { direction: 'above', bound: '30' },
  'team-wait': { direction: 'above', bound: '60' },
  'team-service-level': { direction: 'below', bound: '80' },
  'team-abandoned': { direction: 'above', bound: '5' },
};

/** Returns the changes of the form when another measure is chosen: a limit in its unit. */
export function changesFor(measure: Measure): Partial<RuleDraft> {
  return { measure, comparedTo: 'bound', ...usualLimits[measure] };
}

/** Returns the form of a rule. */
export function draftOf(rule: AlertRule): RuleDraft {
  const { scale } = scaleOf(rule);
  return {
    ...{ name: rule.name, measure: rule.measure, agentId: rule.agentId ?? '' },
    ...{
      campaignId: rule.campaignId ?? '',
      teamId: rule.teamId ?? '',
      phrase: rule.phrase ?? '',
      stage: rule.stage ?? '',
    },
    ...{ windowMinutes: String(rule.windowMinutes), direction: rule.direction, comparedTo: rule.comparedTo },
    ...{ bound: String(rule.bound / scale), minimumCalls: String(rule.minimumCalls) },
    ...{ channelIds: rule.channelIds, enabled: rule.enabled },
  };
}

/** Returns the body that the API takes. Text that is no number is sent as null, which it refuses at the field. */
export function bodyOf(draft: RuleDraft): Schema<'CreateAlertRuleInput'> {
  const { name, measure, direction, comparedTo, channelIds, enabled, windowMinutes } = draft;
  const { hasSample } = measureLabels[measure];
  const hasAgent = !isOfTeams(measure) && measure !== 'queue-wait';
  return {
    ...{ name, measure, direction, channelIds, enabled },
    comparedTo: isOfNow(measure) ? 'bound' : comparedTo,
    agentId: hasAgent ? draft.agentId || null : null,
    campaignId: isOfTeams(measure) ? null : draft.campaignId || null,
    teamId: isOfTeams(measure) ? draft.teamId || null : null,
    phrase: measure === 'phrase' ? draft.phrase || null : null,
    stage: measure === 'stage-rate' ? draft.stage || null : null,
    windowMinutes: Number(windowMinutes) as Schema<'AlertRule'>['windowMinutes'],
    bound: numberOf(draft.bound) * scaleOf(draft).scale,
    minimumCalls: hasSample ? numberOf(draft.minimumCalls) : 0,
  };
}

/** A deviation from the usual value is in per cent, whatever the measure. */
export function scaleOf({ measure, comparedTo }: Pick<RuleDraft, 'measure' | 'comparedTo'>): {
  scale: number;
  unit: string;
} {
  if (comparedTo === 'earlier-weeks') return { scale: 1, unit: '%' };
  return measureLabels[measure];
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
}

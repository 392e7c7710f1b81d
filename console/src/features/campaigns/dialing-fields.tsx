import { NumberInput, Select } from '@mantine/core';
import type { DraftFields } from '../../ui/index.ts';
import { Choice } from '../picks/index.ts';
import type { CampaignDetail } from './campaign-state.ts';
import { dialingModes } from './dialing-labels.ts';

export interface DialingDraft {
  mode: string;
  teamId: string;
  abandonmentPercent: number | string;
}

/** The dialing of a new campaign. */
export const dialingDraft: DialingDraft = { mode: 'agent', teamId: '', abandonmentPercent: 3 };

/** Returns the dialing of a draft, as the API takes it. */
export function dialingOf({ mode, teamId, abandonmentPercent }: DialingDraft): CampaignDetail['dialing'] {
  return {
    mode: mode as CampaignDetail['dialing']['mode'],
    teamId: mode === 'agent' ? null : teamId || null,
    maxAbandonment: Number(abandonmentPercent) / 100,
  };
}

/** Who takes the answered calls of a campaign. */
export function DialingFields({
  draft,
  value,
  errorOf,
}: Pick<DraftFields<DialingDraft>, 'draft' | 'value' | 'errorOf'>) {
  return (
    <>
      <Select
        label="Who takes the answered calls"
        data={dialingModes}
        allowDeselect={false}
        {...value('mode')}
        onChange={(mode) => value('mode').onChange(mode ?? 'agent')}
      />
      {draft.mode === 'agent' ? null : (
        <Choice label="Team" kind="teams" {...value('teamId')} error={errorOf('dialing.teamId')} />
      )}
      {draft.mode === 'predictive' ? (
        <NumberInput
          label="Abandoned at most (percent)"
          description="Of the calls that people answer, over 30 days. The agent carries a call that no member takes within 2 s, and it counts as abandoned."
          {...value('abandonmentPercent')}
          error={errorOf('dialing.maxAbandonment')}
          min={0.1}
          max={20}
          step={0.5}
          decimalScale={1}
        />
      ) : null}
    </>
  );
}

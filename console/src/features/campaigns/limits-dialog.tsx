import { NumberInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/index.ts';
import { FormDialog, toastDone, useDraft } from '../../ui/index.ts';
import type { CampaignDetail } from './campaign-labels.ts';

export function LimitsDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const [openedAt] = useState(campaign.updatedAt);
  const client = useQueryClient();
  const { draft, change, isDirty } = useDraft({
    maxConcurrentCalls: campaign.maxConcurrentCalls ?? ('' as number | string),
    weight: campaign.weight as number | string,
  });
  const submit = async () => {
    const { maxConcurrentCalls: cap, weight } = draft;
    const body = { maxConcurrentCalls: cap === '' ? null : Number(cap), weight: Number(weight) };
    const params = { path: { campaignId: campaign.campaignId } };
    await read(api.PATCH('/api/campaigns/{campaignId}', { params, body }));
    await client.invalidateQueries({ queryKey: ['campaigns'] });
  };
  return (
    <FormDialog
      title="Campaign limits"
      action="Save limits"
      size="md"
      isDirty={isDirty}
      isOvertaken={openedAt !== campaign.updatedAt}
      onSubmit={submit}
      onSaved={() => toastDone('The limits were saved.')}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NumberInput
            label="Concurrent calls"
            description="Leave empty to use only the organization limit."
            value={draft.maxConcurrentCalls}
            onChange={(maxConcurrentCalls) => change({ maxConcurrentCalls })}
            error={errorOf('maxConcurrentCalls')}
            min={1}
            data-autofocus
          />
          <NumberInput
            label="Weight"
            description="A campaign of weight 3 gets three calls for each call of a campaign of weight 1."
            value={draft.weight}
            onChange={(weight) => change({ weight })}
            error={errorOf('weight')}
            min={1}
            max={100}
          />
        </>
      )}
    </FormDialog>
  );
}

import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { api, read, useCan } from '../../api/index.ts';
import {
  ConfirmButton,
  ConfirmItem,
  formatCount,
  formatNumber,
  MoreMenu,
  toastDone,
  toastFailure,
} from '../../ui/index.ts';
import { useImports } from '../imports/index.ts';
import type { CampaignDetail } from './campaign-state.ts';
import { campaignQuery, importsOf } from './queries.ts';
import { StartCalling } from './start-calling.tsx';

export function CampaignActions({ campaign }: { campaign: CampaignDetail }) {
  const mayWrite = useCan('campaigns:write');
  const client = useQueryClient();
  const { campaignId, status, counts, customers, hasStarted } = campaign;
  const params = { path: { campaignId } };
  // A process of the version before resumes campaigns without setting hasStarted.
  const isNew = status === 'paused' && !hasStarted;
  const adding = useAddedRows(campaignId, isNew);
  const addingId = useId();
  const resume = () => read(api.POST('/api/campaigns/{campaignId}/resume', { params }));
  const move = useMutation({
    mutationFn: () =>
      status === 'paused' ? resume() : read(api.POST('/api/campaigns/{campaignId}/pause', { params })),
    onSuccess: async ({ status: now }) => {
      toastDone(
        now === 'paused'
          ? 'Campaign paused. No more calls are dialed. Calls that ring or are answered continue.'
          : 'Campaign resumed.',
      );
      await client.invalidateQueries({ queryKey: ['campaigns'] });
    },
    onError: toastFailure,
  });
  const end = () => read(api.POST('/api/campaigns/{campaignId}/end', { params }));
  if (!mayWrite || status === 'ended') return null;
  const queued = Number(counts.byStatus.queued ?? 0);
  return (
    <>
      <RedialUnknown campaign={campaign} />
      {isNew ? null : (
        <Button variant="default" onClick={() => move.mutate()} loading={move.isPending}>
          {status === 'paused' ? 'Resume campaign' : 'Pause campaign'}
        </Button>
      )}
      {isNew && adding !== null ? (
        <>
          <Text id={addingId} size="sm" className="tabular">
            {formatNumber(adding.added)} of {formatCount(adding.all, 'row')} added
          </Text>
          <Button disabled aria-describedby={addingId}>
            Start calling
          </Button>
        </>
      ) : isNew && customers.waiting > 0 ? (
        <StartCalling campaign={campaign} onStart={resume} />
      ) : null}
      <MoreMenu>
        <ConfirmItem
          isDestructive
          consequence={`${formatCount(queued, 'queued call is', 'queued calls are')} canceled. Calls in progress continue. An ended campaign cannot be resumed.`}
          onConfirm={end}
          refreshes={['campaigns']}
          done="The campaign has ended."
        >
          End campaign
        </ConfirmItem>
      </MoreMenu>
    </>
  );
}

/** Returns how many rows of files that are still being imported were added, or null when none is. */
function useAddedRows(campaignId: string, isWanted: boolean): { added: number; all: number } | null {
  const client = useQueryClient();
  const { data } = useImports(importsOf(campaignId), isWanted);
  const running = data?.filter(({ status }) => status === 'running') ?? [];
  const isAdding = running.length > 0;
  useEffect(() => {
    if (!isAdding) return;
    // The customers are complete when no more rows follow.
    return () => void client.invalidateQueries({ queryKey: campaignQuery(campaignId).queryKey });
  }, [client, campaignId, isAdding]);
  if (!isAdding) return null;
  return running.reduce(
    (sum, { rowsRead, rowsAccepted, rowsRefused }) => ({
      added: sum.added + rowsAccepted,
      all: sum.all + rowsRead - rowsRefused,
    }),
    { added: 0, all: 0 },
  );
}

function RedialUnknown({ campaign: { campaignId, counts } }: { campaign: CampaignDetail }) {
  const unknown = Number(counts.byOutcome['unknown-outcome'] ?? 0);
  const redial = async () => {
    const params = { path: { campaignId } };
    let queued = 0;
    for (let hasMore = true; hasMore; ) {
      const answer = await read(api.POST('/api/campaigns/{campaignId}/redial-unknown', { params }));
      hasMore = answer.hasMore;
      queued += answer.callsQueued;
    }
    return queued;
  };
  if (unknown === 0) return null;
  return (
    <ConfirmButton
      consequence={`${formatCount(unknown, 'call has', 'calls have')} an unknown outcome: the phone may have rung, so the customer may be called twice. Calls that were already redialed are skipped.`}
      onConfirm={redial}
      refreshes={['campaigns']}
      done={(queued) =>
        queued === 0
          ? 'All of them were already redialed.'
          : `${formatCount(queued, 'call was', 'calls were')} queued again.`
      }
    >
      Redial unknown outcomes
    </ConfirmButton>
  );
}

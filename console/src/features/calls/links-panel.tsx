import { Button, Checkbox, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import {
  ConfirmItem,
  ErrorState,
  formatInstant,
  MoreMenu,
  Panel,
  SecretOnce,
  toastFailure,
} from '../../ui/index.ts';
import { type Call, isLive } from './call-labels.ts';
import { linksQuery } from './queries.ts';

type Link = Schema<'CallLink'>;

const lifetimes = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

/** The links with which anybody reads the call. */
export function LinksPanel({ call }: { call: Call }) {
  const { callId, endedAt, customerNumber } = call;
  // A call without a number is one whose customer was erased.
  const mayShare = useCan('calls:write') && endedAt !== null && !isLive(call) && customerNumber !== '';
  const { data, error, refetch } = useQuery(linksQuery(callId));
  if (!mayShare && !data?.links.length) return null;
  return (
    <Panel
      title="Shared links"
      description="The reader of a link sees when the call was and what was said, without signing in. No number and no variables are shown."
    >
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={36} /> : null}
      <Stack gap="sm">
        {data?.links.map((link) => (
          <LinkEntry key={link.linkId} callId={callId} link={link} mayRevoke={mayShare} />
        ))}
        {mayShare && data ? <ShareForm call={call} links={data.links} /> : null}
      </Stack>
    </Panel>
  );
}

interface LinkEntryProps {
  callId: string;
  link: Link;
  mayRevoke: boolean;
}

function LinkEntry({ callId, link, mayRevoke }: LinkEntryProps) {
  const { linkId, withRecording, memberName, expiresAt } = link;
  const path = { callId, linkId };
  return (
    <div>
      <Text size="sm">
        Works until <time dateTime={expiresAt}>{formatInstant(expiresAt)}</time>,{' '}
        {withRecording ? 'with the recording' : 'without the recording'}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        Made by {memberName ?? 'a former member'}
      </Text>
      {mayRevoke ? (
        <MoreMenu label={`More actions for the link until ${formatInstant(expiresAt)}`} isSmall>
          <ConfirmItem
            isDestructive
            consequence="The link stops working at once, for everybody who has it. This cannot be undone."
            onConfirm={() => read(api.DELETE('/api/calls/{callId}/links/{linkId}', { params: { path } }))}
            refreshes={linksQuery(callId).queryKey}
            done="The link was revoked."
          >
            Revoke link
          </ConfirmItem>
        </MoreMenu>
      ) : null}
    </div>
  );
}

function ShareForm({ call: { callId, recordingUrl }, links }: { call: Call; links: readonly Link[] }) {
  const [hours, setHours] = useState('24');
  const [withRecording, setWithRecording] = useState(false);
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: () => {
      const body = { hours: Number(hours), withRecording };
      return read(api.POST('/api/calls/{callId}/links', { params: { path: { callId } }, body }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: linksQuery(callId).queryKey }),
    onError: toastFailure,
  });
  const made = making.data;
  const isThere = links.some(({ linkId }) => linkId === made?.linkId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!making.isPending) making.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {made?.url && isThere ? (
          <SecretOnce secret={made.url} title="Link made">
            Send it to the person who should read this call.
          </SecretOnce>
        ) : null}
        <Select
          label="New link works for"
          size="xs"
          data={lifetimes}
          value={hours}
          onChange={(value) => setHours(value ?? '24')}
          allowDeselect={false}
        />
        {recordingUrl === null ? null : (
          <Checkbox
            size="xs"
            label="Include the recording"
            checked={withRecording}
            onChange={({ currentTarget }) => setWithRecording(currentTarget.checked)}
          />
        )}
        <div>
          <Button type="submit" size="xs" variant="default" loading={making.isPending}>
            Make link
          </Button>
        </div>
      </Stack>
    </form>
  );
}

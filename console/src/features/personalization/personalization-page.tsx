import { Button, Group, Paper, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { api, read, useCan } from '../../api/index.ts';
import { EmptyState, ErrorState, errorAt, Page } from '../../ui/index.ts';
import { CustomerFactsPanel } from '../customer-facts/index.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { PushButton } from './push-data.tsx';
import { PushedPanel } from './pushed-panel.tsx';

const route = getRouteApi('/frame/personalization');

/** Shows, pushes and previews the data of the next inbound call from a number. */
export function PersonalizationPage() {
  const { phoneNumber } = route.useSearch();
  const navigate = route.useNavigate();
  const mayPush = useCan('personalization:write');
  const show = (number: string) => void navigate({ search: { phoneNumber: number } });
  return (
    <Page
      title="Personalization"
      description="Pushed data fills the agent's variables on the next call with a phone number. It is used once."
      actions={mayPush ? <PushButton phoneNumber={phoneNumber ?? ''} onPushed={show} /> : null}
    >
      {phoneNumber ? (
        <OfNumber key={phoneNumber} phoneNumber={phoneNumber} onLookUp={show} />
      ) : (
        <>
          <LookUp phoneNumber="" onLookUp={show} />
          <Paper withBorder>
            <EmptyState title="Look up a phone number">
              See which data the next call will use and where it comes from. Push data with the API or here.
            </EmptyState>
          </Paper>
        </>
      )}
    </Page>
  );
}

interface LookUpProps {
  phoneNumber: string;
  onLookUp: (phoneNumber: string) => void;
  error?: string | undefined;
}

function LookUp({ phoneNumber, onLookUp, error }: LookUpProps) {
  const [text, setText] = useState(phoneNumber);
  useEffect(() => setText(phoneNumber), [phoneNumber]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onLookUp(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap" maw={440}>
        <TextInput
          label="Phone number"
          placeholder="+14155550134"
          inputMode="tel"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={error}
          flex={1}
          miw={0}
        />
        <Button type="submit" variant="default">
          Look up
        </Button>
      </Group>
    </form>
  );
}

function OfNumber({ phoneNumber, onLookUp }: LookUpProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['personalization', 'one', phoneNumber],
    queryFn: ({ signal }) =>
      read(api.GET('/api/call-personalization/{phoneNumber}', { params: { path: { phoneNumber } }, signal })),
  });
  const refusal = errorAt(error, 'phoneNumber');
  return (
    <>
      <LookUp phoneNumber={phoneNumber} onLookUp={onLookUp} error={refusal} />
      {error && !data && !refusal ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={240} aria-busy="true" /> : null}
      {data ? (
        <>
          <PushedPanel personalization={data} />
          <CustomerFactsPanel customer={{ phoneNumber: data.phoneNumber }} agentId={null} />
          <PreviewPanel phoneNumber={data.phoneNumber} state={data.state} />
        </>
      ) : null}
    </>
  );
}

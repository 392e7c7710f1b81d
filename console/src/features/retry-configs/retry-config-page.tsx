import './retry-configs.css';
import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { api, read, useCan } from '../../api/index.ts';
import {
  AppLink,
  ConfirmItem,
  FactList,
  MoreMenu,
  Page,
  Panel,
  TimeText,
  UnloadedPage,
} from '../../ui/index.ts';
import { AttemptsPicture, DayParts } from './attempts-picture.tsx';
import { RetryConfigButton } from './retry-config-dialog.tsx';
import type { RetryConfig } from './retry-labels.ts';
import { UsedByPanel } from './used-by-panel.tsx';

const route = getRouteApi('/frame/retry-configs/$callRetryConfigId');
const back = <AppLink to="/retry-configs">← Retry configurations</AppLink>;

/** One retry configuration: when attempts come, and the campaigns that use it. */
export function RetryConfigPage() {
  const { callRetryConfigId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['retry-configs', 'one', callRetryConfigId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/retry-configs/{callRetryConfigId}', {
          params: { path: { callRetryConfigId } },
          signal,
        }),
      ),
  });
  if (data) return <LoadedRetryConfig config={data} />;
  return (
    <UnloadedPage
      title="Retry configuration"
      id={callRetryConfigId}
      back={back}
      skeleton={320}
      {...{ error, refetch }}
    />
  );
}

function LoadedRetryConfig({ config }: { config: RetryConfig }) {
  const { callRetryConfigId, name, maxAttempts, varyTimeOfDay, createdAt, updatedAt } = config;
  const mayWrite = useCan('schedules:write');
  return (
    <Page
      title={name}
      back={back}
      description={maxAttempts === 1 ? 'One attempt' : `Up to ${maxAttempts} attempts`}
      actions={
        mayWrite ? (
          <>
            <RetryConfigButton config={config}>Edit retry configuration</RetryConfigButton>
            <MoreMenu>
              <DeleteRetryConfig config={config} />
            </MoreMenu>
          </>
        ) : null
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <Panel
              title="Attempt times"
              description="Depends on the outcome of the previous attempt, counted from its end. A closed schedule delays the attempt."
            >
              <AttemptsPicture rules={config} />
            </Panel>
            <Panel title={varyTimeOfDay ? 'Time of day varies' : 'Time of day does not vary'}>
              <DayParts isVaried={varyTimeOfDay} />
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <UsedByPanel callRetryConfigId={callRetryConfigId} />
            <Panel title="Details">
              <FactList
                facts={[
                  ['Maximum attempts', maxAttempts],
                  ['Created', <TimeText key="created" at={createdAt} />],
                  ['Updated', <TimeText key="changed" at={updatedAt} />],
                  ['Id', <code key="id">{callRetryConfigId}</code>],
                ]}
              />
            </Panel>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function DeleteRetryConfig({ config: { callRetryConfigId } }: { config: RetryConfig }) {
  const navigate = useNavigate();
  const remove = async () => {
    const params = { path: { callRetryConfigId } };
    await read(api.DELETE('/api/retry-configs/{callRetryConfigId}', { params }));
    await navigate({ to: '/retry-configs' });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="New calls can no longer use it. You cannot delete it while queued or live calls use it. This cannot be undone."
      onConfirm={remove}
      refreshes={['retry-configs']}
      done="The retry configuration was deleted."
    >
      Delete retry configuration
    </ConfirmItem>
  );
}

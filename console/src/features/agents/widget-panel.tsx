import { Code, CopyButton, Skeleton, Stack, Switch, Text, Textarea, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, api, read, type Schema } from '../../api/index.ts';
import { ConfirmItem, DraftForm, ErrorState, MoreMenu, Panel } from '../../ui/index.ts';
import { voiceSnippet, widgetSnippet } from './widget-snippet.ts';

type Widget = Schema<'ChatWidget'>;

/** The widget for web pages: the origins that may use it, and the snippet. */
export function WidgetPanel({ agentId, mayWrite }: { agentId: string; mayWrite: boolean }) {
  const params = { path: { agentId } };
  const { data, error, refetch } = useQuery({
    queryKey: ['agents', 'widget', agentId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/agents/{agentId}/widget', { params, signal })).catch((failure: unknown) => {
        if (failure instanceof ApiFailure && failure.status === 404) return null;
        throw failure;
      }),
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={280} aria-busy="true" />;
  return (
    <Stack gap="md">
      <WidgetForm key={data?.token ?? 'none'} agentId={agentId} widget={data ?? null} mayWrite={mayWrite} />
      {data ? (
        <Snippet
          token={data.token}
          title="Snippet"
          label="Snippet for web pages"
          description="Paste this where the chat should appear. It has no dependencies, and you can change it."
          snippet={widgetSnippet(data.url)}
        />
      ) : null}
      {data?.voice ? (
        <Snippet
          token={data.token}
          title="Voice snippet"
          label="Voice snippet for web pages"
          description="Paste this where the call button should appear. Browsers allow the microphone only on pages with https."
          snippet={voiceSnippet(data.url)}
        />
      ) : null}
    </Stack>
  );
}

interface WidgetFormProps {
  agentId: string;
  widget: Widget | null;
  mayWrite: boolean;
}

function WidgetForm({ agentId, widget, mayWrite }: WidgetFormProps) {
  const client = useQueryClient();
  const params = { path: { agentId } };
  const refresh = () => client.invalidateQueries({ queryKey: ['agents', 'widget', agentId] });
  const saved = {
    origins: (widget?.allowedOrigins ?? []).join('\n'),
    enabled: widget?.enabled ?? true,
    voice: widget?.voice ?? false,
  };
  return (
    <Panel
      title="Widget"
      description="Visitors to your website chat with the published agent, or call it. Chats appear in the inbox, and calls in the list of calls."
      aside={
        widget && mayWrite ? (
          <MoreMenu label="More actions for the widget" isSmall>
            <RemoveWidget agentId={agentId} onRemoved={refresh} />
          </MoreMenu>
        ) : null
      }
    >
      <DraftForm
        saved={saved}
        action={widget ? 'Save widget' : 'Create widget'}
        save={async ({ origins, enabled, voice }) => {
          const allowedOrigins = origins.split(/\s+/).filter((origin) => origin !== '');
          const body = { allowedOrigins, enabled, voice };
          await read(api.PUT('/api/agents/{agentId}/widget', { params, body }));
          await refresh();
        }}
        done="The widget was saved."
        isReadOnly={!mayWrite}
      >
        {({ errorOf, text, checked }) => (
          <>
            <Textarea
              label="Allowed origins"
              description="One per line, as scheme and host, with the port if it is not the default: https://www.example.com"
              placeholder="https://www.example.com"
              {...text('origins')}
              error={errorOf('allowedOrigins')}
              autosize
              minRows={3}
              required
            />
            <Switch
              label="On"
              description="When off, the widget rejects all visitors."
              {...checked('enabled')}
            />
            <Switch
              label="Calls"
              description="When on, visitors may also call the agent from the page. A call takes a line of the organization."
              {...checked('voice')}
            />
          </>
        )}
      </DraftForm>
    </Panel>
  );
}

function RemoveWidget({ agentId, onRemoved }: { agentId: string; onRemoved: () => Promise<void> }) {
  const remove = async () => {
    await read(api.DELETE('/api/agents/{agentId}/widget', { params: { path: { agentId } } }));
    await onRemoved();
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="Pages with this widget stop working at once. A new widget gets a new token."
      onConfirm={remove}
      done="The widget was removed."
    >
      Remove widget
    </ConfirmItem>
  );
}

interface SnippetProps {
  token: string;
  title: string;
  /** Names the code for screen readers. */
  label: string;
  description: string;
  snippet: string;
}

function Snippet({ token, title, label, description, snippet }: SnippetProps) {
  return (
    <Panel title={title} description={description}>
      <Text size="sm" mb="xs">
        Token <Code>{token}</Code> (not secret).
      </Text>
      <div className="json-view">
        <Code block tabIndex={0} role="region" aria-label={label}>
          {snippet}
        </Code>
        <CopyButton value={snippet}>
          {({ copied, copy }) => (
            <UnstyledButton className="json-copy" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </UnstyledButton>
          )}
        </CopyButton>
      </div>
    </Panel>
  );
}

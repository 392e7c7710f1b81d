import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { DraftForm, Panel } from '../../ui/index.ts';
import { EventsField } from './events-field.tsx';
import type { EventChoice, WebhookEndpoint } from './webhook-labels.ts';

interface WebhookFormProps {
  endpoint: WebhookEndpoint;
  isReadOnly: boolean;
}

/** The address and events of an endpoint. */
export function WebhookForm({ endpoint, isReadOnly }: WebhookFormProps) {
  const client = useQueryClient();
  const { webhookEndpointId, url, description, events } = endpoint;
  const saved = { url, description: description ?? '', events: events as EventChoice[] };
  const save = async (draft: typeof saved) => {
    const params = { path: { webhookEndpointId } };
    const body = { ...draft, url: draft.url.trim(), description: draft.description.trim() || null };
    await read(api.PATCH('/api/webhook-endpoints/{webhookEndpointId}', { params, body }));
    await client.invalidateQueries({ queryKey: ['webhook-endpoints'] });
  };
  return (
    <Panel title="Configuration">
      <DraftForm
        saved={saved}
        save={save}
        action="Save endpoint"
        done="The endpoint was saved."
        isReadOnly={isReadOnly}
      >
        {({ text, value }) => (
          <Stack gap="sm">
            <TextInput label="URL" {...text('url')} />
            <EventsField {...value('events')} />
            <TextInput label="Description" {...text('description')} />
          </Stack>
        )}
      </DraftForm>
    </Panel>
  );
}

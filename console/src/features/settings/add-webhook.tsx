import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, read } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import { EventsField } from './events-field.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import type { EventChoice } from './webhook-labels.ts';

/** Creates an endpoint, then shows its secret once. */
export function AddWebhookButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <Button onClick={open}>Add endpoint</Button>
      {isOpen ? <AddWebhookDialog onAdded={setSecret} onClose={close} /> : null}
      {secret === null ? null : <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

/** The secret of an endpoint, to be copied now. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="Signing secret" secret={secret} onClose={onClose}>
      Use it to verify that webhooks come from Parley.
    </SecretDialog>
  );
}

interface AddWebhookDialogProps {
  onAdded: (secret: string | null) => void;
  onClose: () => void;
}

function AddWebhookDialog({ onAdded, onClose }: AddWebhookDialogProps) {
  const form = useDraft({ url: '', description: '', events: ['*'] as EventChoice[] });
  const add = async () => {
    const { url, description, events } = form.draft;
    const body = { url: url.trim(), description: description.trim() || null, events, enabled: true };
    return await read(api.POST('/api/webhook-endpoints', { body }));
  };
  return (
    <FormDialog
      title="Add endpoint"
      action="Add endpoint"
      size="md"
      form={form}
      onSubmit={add}
      refreshes={['webhook-endpoints']}
      onSaved={({ secret }) => onAdded(secret)}
      onClose={onClose}
    >
      {({ text, value }) => (
        <>
          <TextInput
            label="URL"
            description="A public address, or one that the operator allows."
            placeholder="https://…"
            {...text('url')}
            required
            data-autofocus
          />
          <EventsField {...value('events')} />
          <TextInput
            label="Description"
            description="Shown to members of your organization."
            {...text('description')}
          />
        </>
      )}
    </FormDialog>
  );
}

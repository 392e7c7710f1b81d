import { Button, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import type { Customer } from './customer.ts';

type Fact = Schema<'CustomerFact'>;

interface FactButtonProps {
  customer: Customer;
  /** The agent that alone uses the fact; null for all that share facts. */
  agentId: string | null;
  /** The days that a new fact is kept. */
  keepDays?: number | undefined;
  /** Null adds a fact. */
  fact: Fact | null;
  children: ReactNode;
}

export function FactButton({ children, ...dialog }: FactButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {children}
      </Button>
      {isOpen ? <FactDialog {...dialog} onClose={close} /> : null}
    </>
  );
}

const dayMs = 86_400_000;
const keepDaysDefault = 365;

type FactDialogProps = Omit<FactButtonProps, 'children'> & { onClose: () => void };

function FactDialog({ customer, agentId, keepDays, fact, onClose }: FactDialogProps) {
  const days = fact
    ? Math.round((Date.parse(fact.expiresAt) - Date.parse(fact.writtenAt)) / dayMs)
    : (keepDays ?? keepDaysDefault);
  const form = useDraft<{ topic: string; fact: string; keepDays: string | number }>({
    ...{ topic: fact?.topic ?? '', fact: fact?.fact ?? '', keepDays: days },
  });
  const { draft } = form;
  const save = async () => {
    const body = { fact: draft.fact, keepDays: Number(draft.keepDays) };
    if (fact === null)
      return await read(
        api.POST('/api/customer-facts', { body: { ...customer, agentId, topic: draft.topic, ...body } }),
      );
    const params = { path: { factId: fact.factId } };
    return await read(api.PATCH('/api/customer-facts/{factId}', { params, body }));
  };
  return (
    <FormDialog
      title={fact === null ? 'Add fact' : `Correct “${fact.topic}”`}
      action="Save fact"
      size="md"
      form={form}
      version={fact?.writtenAt}
      onSubmit={save}
      refreshes={['customer-facts']}
      done="The fact was saved. Agents know it in the next conversation."
      onClose={onClose}
    >
      {({ text, value }) => (
        <>
          {fact === null ? (
            <TextInput
              label="Topic"
              description="A newer fact of the same topic replaces this one."
              placeholder="preferred time"
              {...text('topic')}
              maxLength={60}
              required
              data-autofocus
            />
          ) : null}
          <Textarea
            label="Fact"
            placeholder="mornings before ten"
            {...text('fact')}
            maxLength={300}
            autosize
            minRows={2}
            required
            {...(fact === null ? {} : { 'data-autofocus': true })}
          />
          <NumberInput label="Days to keep it" min={1} max={3650} {...value('keepDays')} required />
          <Text size="xs" c="dimmed">
            Card and account numbers, passwords and codes are refused. Do not note health, religion or
            politics.
          </Text>
        </>
      )}
    </FormDialog>
  );
}

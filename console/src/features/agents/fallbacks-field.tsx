import { ActionIcon, Button, Group, Input, SimpleGrid, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { firstModels, type Provider } from '../../ui/index.ts';
import { type ProviderChoice, providersFor } from './agent-labels.ts';
import { type ChainPart, chainOf, fallbacksMax, moved, partOf, type Settings } from './chain.ts';
import { hasRareFields, MainFields, ProviderNotes, RareFields } from './provider-fields.tsx';
import { ProviderOptions } from './provider-options.tsx';
import { ProviderSelect } from './provider-select.tsx';
import { useProviderKeys } from './queries.ts';
import type { SettingsEdit } from './settings-edit.ts';
import type { AgentForm } from './use-agent-form.ts';

const names: Record<ChainPart, string> = { model: 'model', voice: 'voice', transcriber: 'transcriber' };

/** The providers that take over when the first one fails, in order. Each has the settings that it needs to be asked. */
export function FallbacksField({ form, part }: { form: AgentForm; part: ChainPart }) {
  const chain = chainOf(form.values[part] as Settings | null);
  const keys = useProviderKeys();
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string | null>(null);
  const save = (next: Settings[]) => form.set(part, partOf<typeof part>(next));
  // The focus stays with the provider that was moved.
  useEffect(() => {
    const name = focused.current;
    if (name === null) return;
    focused.current = null;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button[data-move]') ?? [])];
    const found = buttons.find((button) => button.dataset.move === name && !button.disabled);
    (found ?? buttons.find((button) => button.dataset.move?.startsWith(name.slice(0, 2))))?.focus();
  });
  const move = (from: number, to: number) => {
    focused.current = `${to} ${to < from ? 'up' : 'down'}`;
    save(moved(chain, from, to));
  };
  const fallbacks = chain.slice(1);
  if (form.isReadOnly && fallbacks.length === 0) return null;
  return (
    <Input.Wrapper
      mt="xs"
      label={`Fallbacks of the ${names[part]}`}
      labelElement="div"
      description="Asked in this order when the provider before it fails or does not answer in time."
      error={form.errorOf(`${part}.fallbacks`)}
    >
      <ol className="plain-list fallback-list" ref={list} aria-label={`Fallbacks of the ${names[part]}`}>
        {fallbacks.map((fallback, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: providers are edited here, and may be the same
          <li key={at} className="editor-row">
            <Fallback
              {...{ form, part, fallback, at }}
              change={(changed) => save(chain.map((one, index) => (index === at + 1 ? changed : one)))}
            />
            {form.isReadOnly ? null : (
              <Moves
                what={`fallback ${at + 1} of the ${names[part]}`}
                at={at + 1}
                last={fallbacks.length}
                // A scripted dialogue cannot be followed by others.
                mayLead={fallback.provider !== 'scripted'}
                move={move}
                remove={() => save(chain.filter((_, index) => index !== at + 1))}
              />
            )}
          </li>
        ))}
      </ol>
      {form.isReadOnly || fallbacks.length >= fallbacksMax ? null : (
        <Button
          variant="default"
          size="xs"
          mt={6}
          onClick={() => save([...chain, settingsOf(part, nextChoice(part, chain, keys))])}
        >
          Add a fallback of the {names[part]}
        </Button>
      )}
    </Input.Wrapper>
  );
}

interface FallbackProps {
  form: AgentForm;
  part: ChainPart;
  fallback: Settings;
  at: number;
  change: (changed: Settings) => void;
}

/** The settings of one fallback. Those that are seldom changed are folded away. */
function Fallback({ form, part, fallback, at, change }: FallbackProps) {
  const path = `${part}.fallbacks.${at}`;
  const { provider } = fallback;
  const place = `fallback ${at + 1} of the ${names[part]}`;
  const edit = { form, path, settings: fallback, change, place };
  const choose = (chosen: string | null) => {
    if (chosen !== null && chosen !== provider) change(settingsOf(part, chosen));
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <ProviderSelect
          form={form}
          label={`Fallback ${at + 1} of the ${names[part]}`}
          path={path}
          choices={choicesOf(part, provider)}
          value={provider}
          none=""
          mustChoose
          onChange={choose}
        />
        <MainFields part={part} edit={edit} />
      </SimpleGrid>
      {hasRareFields(part, provider) ? <MoreSettings part={part} edit={edit} /> : null}
      <ProviderNotes part={part} edit={edit} />
      {form.errorOf(path) ? <Text c="red">{form.errorOf(path)}</Text> : null}
    </>
  );
}

/** Opens by itself when the API refuses what is inside. */
function MoreSettings({ part, edit }: { part: ChainPart; edit: SettingsEdit }) {
  const [isOpen, setOpen] = useState(false);
  const isRefused = edit.form.errorsUnder(`${edit.path}.`).length > 0;
  return (
    <details
      className="more-fields below"
      open={isOpen || isRefused}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More settings of {edit.place}</summary>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs" mt="xs">
        <RareFields part={part} edit={edit} />
      </SimpleGrid>
      {part === 'model' ? <ProviderOptions edit={edit} /> : null}
    </details>
  );
}

interface MovesProps {
  what: string;
  /** The position in the chain, of which 0 is the agent's own provider. */
  at: number;
  last: number;
  mayLead: boolean;
  move: (from: number, to: number) => void;
  remove: () => void;
}

/** Moves a fallback, also to the place of the agent's own provider, or removes it. */
function Moves({ what, at, last, mayLead, move, remove }: MovesProps) {
  const look = { variant: 'subtle', color: 'gray', size: 'lg' } as const;
  return (
    <Group gap={4} mt={4}>
      <ActionIcon
        {...look}
        aria-label={`Move ${what} up`}
        data-move={`${at} up`}
        disabled={at === 1 && !mayLead}
        onClick={() => move(at, at - 1)}
      >
        ↑
      </ActionIcon>
      <ActionIcon
        {...look}
        aria-label={`Move ${what} down`}
        data-move={`${at} down`}
        disabled={at === last}
        onClick={() => move(at, at + 1)}
      >
        ↓
      </ActionIcon>
      <ActionIcon {...look} aria-label={`Remove ${what}`} onClick={remove}>
        ×
      </ActionIcon>
    </Group>
  );
}

/** Returns the providers to choose from. A dialogue is written where the agent's own model is chosen. */
export function choicesOf(part: ChainPart, chosen: string): ProviderChoice[] {
  const choices: ProviderChoice[] = providersFor[part];
  return choices.filter(({ provider }) => provider !== 'scripted' || chosen === 'scripted');
}

/** Returns a provider that the chain does not have: the first one with a stored key, or the first one. */
function nextChoice(
  part: ChainPart,
  chain: readonly Settings[],
  keys: ReadonlyMap<string, unknown> | undefined,
): string {
  const all = choicesOf(part, '');
  const known = new Set(chain.map(({ provider }) => provider));
  const others = all.filter(({ provider }) => !known.has(provider));
  return (others.find(({ provider }) => keys?.has(provider)) ?? others[0] ?? all[0]!).provider;
}

/** Returns the first settings of a provider that is no agent's own. */
export function settingsOf(part: ChainPart, provider: string): Settings {
  if (part !== 'model') return { provider };
  return { provider, model: firstModels[provider as Provider as keyof typeof firstModels] ?? '' };
}

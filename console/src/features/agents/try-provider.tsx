import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { ErrorState, formatDuration } from '../../ui/index.ts';
import { isOwnServer, trialCost, useProvider } from '../provider-picks/index.ts';
import { ownOf } from './chain.ts';
import { textOf } from './settings-edit.ts';
import { voiceSample } from './voice-sample.ts';

type Trial = Schema<'ProviderTrial'>;
type Request = Schema<'TryProviderInput'>;

const modelText = 'Say hello to a caller in one short sentence.';

interface TryProviderProps {
  kind: 'model' | 'voice';
  /** The settings of the form, saved or not. */
  value: Record<string, unknown> & { provider: string };
  language: string;
  priceKind: 'language-model' | 'text-to-speech';
  /** What the agent says first; null for a text of Parley. A voice speaks its beginning. */
  firstMessage: string | null;
  /** The provider's place in the chain; null for the agent's own provider. */
  place: string | null;
}

/** Tries the model or the voice with its settings, and shows how long it took. */
export function TryProvider({ kind, value, language, priceKind, firstMessage, place }: TryProviderProps) {
  const text = kind === 'voice' ? voiceSample(firstMessage) : modelText;
  const mayTry = useCan('agents:write');
  const trial = useMutation({
    mutationFn: () => {
      const { provider, ...settings } = ownOf(value);
      const params = { path: { provider: provider as Schema<'Provider'>['provider'] } };
      const body = { kind, settings, text, language } as Request;
      return read(api.POST('/api/providers/{provider}/try', { params, body }));
    },
  });
  if (!mayTry || value.provider === 'scripted') return null;
  const action = kind === 'model' ? 'Try model' : 'Try voice';
  return (
    <div className="try-provider">
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          loading={trial.isPending}
          onClick={() => trial.mutate()}
          {...(place !== null && { 'aria-label': `${action}: ${place}` })}
        >
          {action}
        </Button>
        <Bill kind={kind} priceKind={priceKind} value={value} characters={text.length} />
        <div role="status">{trial.data ? <Result trial={trial.data} /> : null}</div>
      </Group>
      {trial.error ? <ErrorState error={trial.error} /> : null}
    </div>
  );
}

/** The most that a trial asks of a model: the question with what the protocol adds, and the limit of the answer. */
const modelAmounts = { 'input-tokens': 50, 'output-tokens': 500 };

/** Says who bills a trial, and how much it costs by the published price. Servers of one's own send no bill. */
function Bill({
  kind,
  priceKind,
  value,
  characters,
}: Pick<TryProviderProps, 'kind' | 'priceKind' | 'value'> & { characters: number }) {
  const facts = useProvider(value.provider);
  // Without a key, no request is sent.
  if (!facts || facts.keys.length === 0 || value.provider === 'websocket') return null;
  if (isOwnServer(facts, textOf(value, 'key'))) return null;
  const amounts = kind === 'model' ? modelAmounts : { characters };
  const cost = trialCost(facts.prices, {
    ...{ kind: priceKind, model: textOf(value, 'model') || null, amounts },
  });
  const limit = kind === 'model' ? 'at most about' : 'about';
  return (
    <Text size="xs" c="dimmed">
      {facts.label} bills each try{cost === null ? '' : `: ${limit} ${dollars.format(cost)}`}.
    </Text>
  );
}

const dollars = new Intl.NumberFormat('en', {
  ...{ style: 'currency', currency: 'USD', maximumSignificantDigits: 2 },
});

function Result({ trial: { message, text, audio, firstMs, tookMs } }: { trial: Trial }) {
  if (message !== null) return <Text size="sm">The trial failed: {message}</Text>;
  const times =
    firstMs === null
      ? formatDuration(tookMs)
      : `first after ${formatDuration(firstMs)}, all after ${formatDuration(tookMs)}`;
  return (
    <Group gap="xs">
      {text === null ? null : <Text size="sm">{text}</Text>}
      {audio === null ? null : <Speech audio={audio} />}
      <Text size="xs" c="dimmed">
        {times}
      </Text>
    </Group>
  );
}

/** Plays the speech once, and again on request. The console's policy permits no addresses of the scheme `data`. */
function Speech({ audio }: { audio: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const bytes = Uint8Array.from(atob(audio), (character) => character.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [audio]);
  // biome-ignore lint/a11y/useMediaCaption: it speaks the text of the form.
  return url === undefined ? null : <audio controls autoPlay src={url} />;
}

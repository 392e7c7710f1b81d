import { Alert, Anchor, Button, List } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, refusedField, type Schema, useCan } from '../../api/index.ts';
import {
  DialogButton,
  FormDialog,
  type Provider,
  providerNames,
  toastDone,
  toastFailure,
  useDraft,
} from '../../ui/index.ts';
import {
  AddKey,
  keyedPreset,
  type Preset,
  PresetChoice,
  useHasEmbeddedTranscriber,
  usePresets,
} from '../provider-picks/index.ts';
import type { Agent, Configuration } from './agent-labels.ts';
import { agentQuery, useProviderKeys } from './queries.ts';
import { type Channel, type Lack, lacksOf } from './readiness.ts';
import { InstallTranscriber } from './transcriber-warning.tsx';

interface ReadyNoticeProps {
  agent: Agent;
  /** The version or the draft that is tried. */
  tested: Configuration;
  channel: Channel;
  variables: Readonly<Record<string, string>>;
}

/** Says what a conversation with the agent lacks before it begins, each with what mends it. */
export function ReadyNotice({ agent, tested, channel, variables }: ReadyNoticeProps) {
  const { requiredVariables } = agent;
  const hasEmbeddedTranscriber = useHasEmbeddedTranscriber();
  const keys = useProviderKeys();
  const lacks = lacksOf(tested, { channel, keys, hasEmbeddedTranscriber, requiredVariables, variables });
  if (lacks.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="note" title="Before you begin" w="100%">
      <List size="sm" spacing={4}>
        {lacks.map((lack) => (
          <List.Item key={lack.kind === 'key' ? lack.part : lack.kind}>
            <LackLine agent={agent} lack={lack} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

const partNames = {
  model: 'model',
  voice: 'voice',
  transcriber: 'transcriber',
  speechToSpeech: 'speech to speech',
} as const;

function LackLine({ agent, lack }: { agent: Agent; lack: Lack }) {
  const mayWrite = useCan('agents:write');
  if (lack.kind === 'transcriber') return <NoTranscriber agent={agent} isInstalled={lack.isInstalled} />;
  if (lack.kind === 'variables') return <Variables names={lack.names} />;
  if (lack.kind === 'key') {
    const [provider] = lack.providers;
    return (
      <>
        The {partNames[lack.part]} needs a key for {providerNames[provider as Provider] ?? provider}.{' '}
        <AddKey wanted={lack.providers} />
      </>
    );
  }
  const says = lack.saysFirst ? 'it says its first message and nothing else' : 'it says nothing';
  return (
    <>
      The agent has no model, so {says}.{' '}
      {mayWrite ? (
        <DialogButton label="Choose a model" variant="default" size="compact-xs">
          {(close) => <ChooseModel agent={agent} onClose={close} />}
        </DialogButton>
      ) : null}
    </>
  );
}

/** Offers the transcriber whose key is stored, or to add the key of one. */
function NoTranscriber({ agent, isInstalled }: { agent: Agent; isInstalled: boolean }) {
  const mayWrite = useCan('agents:write');
  const presets = usePresets(agent.language);
  const wanted = presets.flatMap(({ missing }) =>
    missing.filter(({ part }) => part === 'transcriber').flatMap(({ providers }) => providers),
  );
  const keyed = presets.find(({ configuration, missing }) => {
    return configuration.transcriber !== null && missing.every(({ part }) => part !== 'transcriber');
  })?.configuration.transcriber;
  return (
    <>
      {isInstalled
        ? 'PocketSphinx recognizes only the English phrases that a scripted dialogue expects, so this agent does not understand its callers. '
        : 'This machine recognizes no speech. Press keys in the call, or '}
      {verbOf(keyed !== undefined, isInstalled)} a transcriber.{' '}
      {!keyed ? <AddKey wanted={[...new Set(wanted)]} /> : null}
      {keyed && mayWrite ? <UseTranscriber agent={agent} transcriber={keyed} /> : null}
      {isInstalled ? null : (
        <>
          <br />
          <InstallTranscriber />
        </>
      )}
    </>
  );
}

/** Returns the verb of a sentence about a transcriber, which begins with it or not. */
function verbOf(isKeyed: boolean, begins: boolean): string {
  const verb = isKeyed ? 'use' : 'add the key of';
  return begins ? verb.charAt(0).toUpperCase() + verb.slice(1) : verb;
}

type Transcriber = NonNullable<Preset['configuration']['transcriber']>;

/** Gives an agent a transcriber, and leaves its other parts alone. */
function UseTranscriber({ agent, transcriber }: { agent: Agent; transcriber: Transcriber }) {
  const client = useQueryClient();
  const name = providerNames[transcriber.provider as Provider] ?? String(transcriber.provider);
  const save = useMutation({
    mutationFn: () => {
      // A draft is what is tried, and stays one.
      const body = { transcriber, publish: agent.draft === null } as unknown as Schema<'UpdateAgentInput'>;
      const params = { path: { agentId: agent.agentId } };
      return read(api.PATCH('/api/agents/{agentId}', { params, body }));
    },
    onSuccess: (saved) => {
      client.setQueryData(agentQuery(agent.agentId).queryKey, saved);
      toastDone(`The agent uses ${name}. You can change it under Edit.`);
    },
    onError: toastFailure,
  });
  return (
    <Button variant="default" size="compact-xs" loading={save.isPending} onClick={() => save.mutate()}>
      Use {name}
    </Button>
  );
}

/** Leads to the first empty field, whose label is the name of its variable. */
function Variables({ names }: { names: readonly string[] }) {
  const focus = () => {
    const labels = [...document.querySelectorAll<HTMLLabelElement>('[role="tabpanel"] label')];
    const shown = labels.find((label) => label.textContent === names[0] && label.offsetParent !== null);
    shown?.control?.focus();
  };
  return (
    <>
      {names.length === 1 ? 'A value is missing' : 'Values are missing'}: {names.join(', ')}.{' '}
      <Anchor component="button" type="button" inherit c="inherit" underline="always" onClick={focus}>
        Fill in {names[0]}
      </Anchor>
    </>
  );
}

/** Gives an agent a model, and a voice and a transcriber that suit it. */
function ChooseModel({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const form = useDraft({});
  const presets = usePresets(agent.language);
  const [chosen, setChosen] = useState<Preset | null>();
  const preset = chosen === undefined ? (keyedPreset(presets) ?? presets[0] ?? null) : chosen;
  const client = useQueryClient();
  const save = async () => {
    const parts = preset?.configuration;
    if (!parts?.model) throw refusedField('preset', 'Choose a preset that has a model, or add a key.');
    // A draft is what is tried, and stays one.
    const body = { ...parts, publish: agent.draft === null } as Schema<'UpdateAgentInput'>;
    const params = { path: { agentId: agent.agentId } };
    return await read(api.PATCH('/api/agents/{agentId}', { params, body }));
  };
  return (
    <FormDialog
      title="Choose a model"
      action="Use these"
      size="md"
      form={form}
      onSubmit={save}
      refreshes={['agents']}
      done="The agent has a model. You can change it under Edit."
      onSaved={(saved) => client.setQueryData(agentQuery(agent.agentId).queryKey, saved)}
      onClose={onClose}
    >
      {() => (
        <PresetChoice
          language={agent.language}
          description="Chooses a model, a voice and a transcriber together."
          chosen={preset}
          onChoose={setChosen}
        />
      )}
    </FormDialog>
  );
}

import { FileInput, Group, Input, SegmentedControl, Select, Stack, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, api, read, type Schema, send, useCan } from '../../api/index.ts';
import { ConfirmItem, DialogButton, FormDialog, MoreMenu, NameField, useDraft } from '../../ui/index.ts';
import { secondsMax, toWav } from './to-wav.ts';
import type { AgentForm } from './use-agent-form.ts';

type Sound = Schema<'Sound'>;

const modes = [
  { value: 'text', label: 'Speak a text' },
  { value: 'sound', label: 'Play a recording' },
];
const soundsKey = ['sounds'];

/** The message for an answering machine: a text, or a recording with a text in reserve. */
export function VoicemailField({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { conversation } = values;
  const { voicemailSoundId, voicemailMessage } = conversation;
  const [isChoosing, setChoosing] = useState(false);
  const isSound = voicemailSoundId !== null || isChoosing;
  const choose = (id: string | null) => set('conversation', { ...conversation, voicemailSoundId: id });
  return (
    <Stack gap={6}>
      <Input.Wrapper label="Voicemail message" labelElement="div">
        <SegmentedControl
          aria-label="Kind of voicemail message"
          transitionDuration={0}
          data={modes}
          value={isSound ? 'sound' : 'text'}
          onChange={(mode) => {
            setChoosing(mode === 'sound');
            if (mode === 'text') choose(null);
          }}
          readOnly={isReadOnly}
          fullWidth
        />
      </Input.Wrapper>
      {isSound ? (
        <SoundFields
          soundId={voicemailSoundId}
          choose={choose}
          error={errorOf('conversation.voicemailSoundId')}
          isReadOnly={isReadOnly}
        />
      ) : null}
      <Textarea
        label={isSound ? 'Text if the recording cannot be played' : 'Text of the voicemail message'}
        placeholder="None"
        value={voicemailMessage ?? ''}
        onChange={({ currentTarget }) =>
          set('conversation', { ...conversation, voicemailMessage: currentTarget.value || null })
        }
        error={errorOf('conversation.voicemailMessage')}
        readOnly={isReadOnly}
        autosize
        minRows={2}
      />
    </Stack>
  );
}

interface SoundFieldsProps {
  soundId: string | null;
  choose: (soundId: string | null) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

/** Chooses a recording, plays it, and uploads another. */
function SoundFields({ soundId, choose, error, isReadOnly }: SoundFieldsProps) {
  const mayRead = useCan('agents:read');
  const { data: sounds = [] } = useQuery({
    queryKey: soundsKey,
    // One page holds all sounds that an organization may have.
    queryFn: async ({ signal }) => (await read(api.GET('/api/sounds', { signal }))).sounds,
    enabled: mayRead,
  });
  const sound = sounds.find((one) => one.soundId === soundId);
  return (
    <>
      <Select
        label="Recorded message"
        description={soundId === null ? 'Until you choose one, the agent speaks the text below.' : undefined}
        placeholder={sounds.length === 0 ? 'Upload the first one below' : 'Choose a recording'}
        data={sounds.map(({ soundId: value, name, durationSeconds }) => ({
          value,
          label: `${name} (${Math.round(durationSeconds)} s)`,
        }))}
        value={soundId}
        onChange={choose}
        error={error}
        readOnly={isReadOnly}
        searchable
      />
      {soundId === null ? null : (
        <Group gap="sm">
          {/* biome-ignore lint/a11y/useMediaCaption: recordings have no captions */}
          <audio
            controls
            preload="metadata"
            src={`/api/sounds/${soundId}/audio`}
            aria-label="Recorded message"
          />
          {isReadOnly || !sound ? null : <RenameSound sound={sound} />}
          {isReadOnly ? null : (
            <MoreMenu label="More actions for the recording" isSmall>
              <DeleteSound soundId={soundId} onDeleted={() => choose(null)} />
            </MoreMenu>
          )}
        </Group>
      )}
      {isReadOnly ? null : <UploadField onUploaded={({ soundId: id }) => choose(id)} />}
    </>
  );
}

function RenameSound({ sound }: { sound: Sound }) {
  return (
    <DialogButton label="Rename recording" size="xs" variant="default">
      {(close) => <RenameDialog sound={sound} onClose={close} />}
    </DialogButton>
  );
}

function RenameDialog({
  sound: { soundId, name, updatedAt },
  onClose,
}: {
  sound: Sound;
  onClose: () => void;
}) {
  const form = useDraft({ name });
  const rename = () =>
    read(api.PATCH('/api/sounds/{soundId}', { params: { path: { soundId } }, body: form.draft }));
  return (
    <FormDialog
      title="Rename recording"
      action="Save name"
      size="md"
      form={form}
      version={updatedAt}
      onSubmit={rename}
      refreshes={soundsKey}
      done={(renamed) => `The recording is called ${renamed.name}.`}
      onClose={onClose}
    >
      {({ value }) => <NameField {...value('name')} />}
    </FormDialog>
  );
}

function DeleteSound({ soundId, onDeleted }: { soundId: string; onDeleted: () => void }) {
  const remove = async () => {
    await read(api.DELETE('/api/sounds/{soundId}', { params: { path: { soundId } } }));
    onDeleted();
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="The recording is deleted for all agents. This cannot be undone. A recording that an agent uses is kept."
      onConfirm={remove}
      refreshes={soundsKey}
      done="The recording was deleted."
    >
      Delete recording
    </ConfirmItem>
  );
}

/** Takes a chosen or dropped file, converts it, and uploads it. */
function UploadField({ onUploaded }: { onUploaded: (sound: Sound) => void }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | null | undefined) => {
    if (!file || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const sound = await upload(file);
      await client.invalidateQueries({ queryKey: soundsKey });
      onUploaded(sound);
    } catch (failure) {
      setProblem(problemOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same by keyboard
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    >
      <FileInput
        label="Upload a recording"
        description={`An audio file of up to ${secondsMax} s. Choose it, or drop it here.`}
        placeholder={isBusy ? 'Uploading…' : 'Choose a file'}
        accept="audio/*"
        value={null}
        onChange={(file) => void take(file)}
        error={problem}
        disabled={isBusy}
      />
    </div>
  );
}

async function upload(file: File): Promise<Sound> {
  const name =
    file.name
      .replace(/\.[^.]*$/, '')
      .slice(0, 100)
      .trim() || 'Recording';
  const body = await toWav(file);
  const headers = { 'content-type': 'audio/wav' };
  const target = `/api/sounds?${new URLSearchParams({ name })}`;
  return (await send(target, { method: 'POST', headers, body })).json() as Promise<Sound>;
}

function problemOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'The recording could not be uploaded.';
  const [detail] = failure.fields;
  return detail?.field === 'body' ? `The file ${detail.message}.` : (detail?.message ?? failure.message);
}

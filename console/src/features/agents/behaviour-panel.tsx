import { NumberInput, Select, Stack, Switch } from '@mantine/core';
import { Panel } from '../../ui/index.ts';
import type { Configuration } from './agent-labels.ts';
import { ForModels } from './for-models.tsx';
import { KeyTermsField } from './key-terms-field.tsx';
import { isScriptAlone } from './script.ts';
import { RecordingAnnouncement, SpokenTexts } from './spoken-texts.tsx';
import type { AgentForm } from './use-agent-form.ts';
import { VoicemailField } from './voicemail-field.tsx';

type Conversation = Configuration['conversation'];

/** How the agent behaves in a call, and when calls end by themselves. */
export function BehaviourPanel({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { conversation } = values;
  const change = (changes: Partial<Conversation>) => set('conversation', { ...conversation, ...changes });
  return (
    <Stack gap="md">
      <Panel title="During a call">
        <Stack gap="sm">
          <Switch
            label="Callers can interrupt the agent"
            description="By speech and keys. Otherwise it answers them when it has finished, as a legal text needs."
            checked={conversation.interruptible}
            onChange={({ currentTarget }) => change({ interruptible: currentTarget.checked })}
            disabled={isReadOnly}
          />
          <TurnFields form={form} />
          <EndOfTurnField form={form} />
          <Switch
            label="Write out numbers for the voice"
            description="Numbers, money, dates, telephone numbers and abbreviations reach the voice in words."
            checked={conversation.readNumbers}
            onChange={({ currentTarget }) => change({ readNumbers: currentTarget.checked })}
            disabled={isReadOnly}
          />
          <Switch
            label="Wait for the caller to speak first"
            description="Delays the first message for a few seconds at most."
            checked={conversation.waitForCaller}
            onChange={({ currentTarget }) => change({ waitForCaller: currentTarget.checked })}
            disabled={isReadOnly}
          />
          <AnswerDetectionFields form={form} />
          <MenuFields form={form} />
          <Select
            label="Recording"
            data={[
              { value: 'always', label: 'Always' },
              { value: 'announced', label: 'After an announcement' },
              { value: 'off', label: 'Off' },
            ]}
            value={conversation.recording}
            onChange={(value) => change({ recording: (value ?? 'always') as Conversation['recording'] })}
            error={errorOf('conversation.recording')}
            readOnly={isReadOnly}
            allowDeselect={false}
          />
          <RecordingAnnouncement form={form} change={change} />
          <VoicemailField form={form} />
          <SpokenTexts form={form} />
          {isScriptAlone(values) ? (
            <ForModels title="Settings for a model">
              <ModelFields form={form} />
            </ForModels>
          ) : (
            <ModelFields form={form} />
          )}
        </Stack>
      </Panel>
      <LimitsPanel form={form} />
    </Stack>
  );
}

/** How the agent finds out who answered. */
function AnswerDetectionFields({ form }: { form: AgentForm }) {
  const { values, set, isReadOnly } = form;
  const { conversation } = values;
  const change = (changes: Partial<Conversation>) => set('conversation', { ...conversation, ...changes });
  return (
    <Switch
      label="Answer detection"
      description="On outbound calls, detects whether a person or a machine answered. A machine gets the voicemail message, a queue is waited out, and a number out of service is not called again."
      checked={conversation.answerDetection === 'on'}
      onChange={({ currentTarget }) => change({ answerDetection: currentTarget.checked ? 'on' : 'off' })}
      disabled={isReadOnly}
    />
  );
}

const defaultMenus = { holdSecondsMax: 900, menusMax: 15 };

/** How the agent finds its way through the menus of companies. */
function MenuFields({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { conversation } = values;
  const { menus } = conversation;
  const change = (changed: Conversation['menus']) => set('conversation', { ...conversation, menus: changed });
  return (
    <>
      <Switch
        label="Find the way through menus of companies"
        description="On outbound calls, the agent listens to menus to their end, presses keys, waits on hold in silence, and begins when a person speaks. Needs a transcriber and a model."
        checked={menus !== null}
        onChange={({ currentTarget }) => change(currentTarget.checked ? defaultMenus : null)}
        error={errorOf('conversation.menus')}
        disabled={isReadOnly}
      />
      {menus && (
        <>
          <NumberInput
            label="Maximum time on hold, in seconds"
            value={menus.holdSecondsMax}
            onChange={(value) => change({ ...menus, holdSecondsMax: Number(value) })}
            error={errorOf('conversation.menus.holdSecondsMax')}
            readOnly={isReadOnly}
            allowDecimal={false}
            min={10}
            max={7200}
          />
          <NumberInput
            label="Maximum number of menus"
            value={menus.menusMax}
            onChange={(value) => change({ ...menus, menusMax: Number(value) })}
            error={errorOf('conversation.menus.menusMax')}
            readOnly={isReadOnly}
            allowDecimal={false}
            min={1}
            max={100}
          />
        </>
      )}
    </>
  );
}

/** How the caller is heard, and how early the agent answers. */
function TurnFields({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { conversation } = values;
  const change = (changes: Partial<Conversation>) => set('conversation', { ...conversation, ...changes });
  return (
    <>
      <Select
        label="Other voices in the room"
        description="Keeps televisions and other people from interrupting the agent. “More voices” may include callers who speak softly."
        data={[
          { value: 'standard', label: 'Ignore quieter voices' },
          { value: 'strong', label: 'Ignore more voices' },
          { value: 'off', label: 'Hear every voice' },
        ]}
        value={conversation.backgroundSuppression}
        onChange={(value) =>
          change({
            backgroundSuppression: (value ?? 'standard') as Conversation['backgroundSuppression'],
          })
        }
        error={errorOf('conversation.backgroundSuppression')}
        readOnly={isReadOnly}
        allowDeselect={false}
      />
      <KeyTermsField form={form} />
    </>
  );
}

/** Settings of the model during a call. */
function ModelFields({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { conversation } = values;
  const change = (changes: Partial<Conversation>) => set('conversation', { ...conversation, ...changes });
  return (
    <>
      <NumberInput
        label="Dropped answers per call, at most"
        description="The model begins to answer during a caller’s pause, so that answers come sooner. If the caller goes on, that answer is dropped unheard. 0 turns this off."
        value={conversation.droppedAnswersMax}
        onChange={(value) => change({ droppedAnswersMax: Number(value) })}
        error={errorOf('conversation.droppedAnswersMax')}
        readOnly={isReadOnly}
        allowDecimal={false}
        min={0}
        max={100}
      />
      <Switch
        label="The model may wait for callers who have not finished"
        description="The model holds its answer back when the words break off, or when the caller asks for a moment. It is asked again after 2.5 or 8 seconds of silence."
        checked={conversation.mayHoldBack}
        onChange={(event) => change({ mayHoldBack: event.currentTarget.checked })}
        disabled={isReadOnly}
      />
      <Switch
        label="Ask the model who answered"
        description="Answer detection asks the agent's model about long greetings that it does not know. It never waits for the model."
        checked={conversation.answerDetectionByModel}
        onChange={({ currentTarget }) => change({ answerDetectionByModel: currentTarget.checked })}
        disabled={isReadOnly || conversation.answerDetection === 'off'}
      />
      <Switch
        label="Suggest answers to members"
        description="When a member speaks in place of the agent, its model suggests answers after each turn of the customer. Only the member sees them. Each turn is a request to the model."
        checked={conversation.suggestsAnswers}
        onChange={({ currentTarget }) => change({ suggestsAnswers: currentTarget.checked })}
        disabled={isReadOnly}
      />
    </>
  );
}

/** How long the caller may pause. */
function EndOfTurnField({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { conversation } = values;
  return (
    <NumberInput
      label="Silence that ends the caller’s turn, in milliseconds"
      description="Parley waits longer after unfinished sentences, numbers and spelled words. A larger value interrupts callers less and makes answers later."
      placeholder="250, or 500 with speech to speech"
      value={conversation.endOfTurnMs ?? ''}
      onChange={(value) =>
        set('conversation', { ...conversation, endOfTurnMs: value === '' ? null : Number(value) })
      }
      error={errorOf('conversation.endOfTurnMs')}
      readOnly={isReadOnly}
      allowDecimal={false}
      min={100}
      max={3000}
      step={50}
    />
  );
}

/** When calls end by themselves. */
function LimitsPanel({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { limits } = values;
  return (
    <Panel title="Limits">
      <Stack gap="sm">
        <NumberInput
          label="Maximum call duration, in seconds"
          value={limits.maxDurationSeconds}
          onChange={(value) => set('limits', { ...limits, maxDurationSeconds: Number(value) })}
          error={errorOf('limits.maxDurationSeconds')}
          readOnly={isReadOnly}
          allowDecimal={false}
        />
        <NumberInput
          label="Silence timeout, in seconds"
          value={limits.silenceSeconds}
          onChange={(value) => set('limits', { ...limits, silenceSeconds: Number(value) })}
          error={errorOf('limits.silenceSeconds')}
          readOnly={isReadOnly}
          allowDecimal={false}
        />
      </Stack>
    </Panel>
  );
}

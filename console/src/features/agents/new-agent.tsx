import './agents.css';
import { Fieldset, Radio, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, type Schema, useCan } from '../../api/index.ts';
import { DialogButton, type DraftFields, dialable, FormDialog, NameField, useDraft } from '../../ui/index.ts';
import { AddKey, keyedPreset, type Preset, PresetChoice, usePresets } from '../provider-picks/index.ts';
import { keepExamples, templatesQuery } from './queries.ts';
import { destinationsOf, needsNumbers, type WithTransfers, withNumbers } from './template-transfers.ts';

type Template = Schema<'AgentTemplate'>;

interface NewAgentButtonProps {
  label?: string;
  size?: 'xs' | 'sm';
}

export function NewAgentButton({ label = 'New agent', size = 'sm' }: NewAgentButtonProps) {
  if (!useCan('agents:write')) return null;
  return (
    <DialogButton label={label} size={size}>
      {(close) => <NewAgent onClose={close} />}
    </DialogButton>
  );
}

function NewAgent({ onClose }: { onClose: () => void }) {
  const mayRead = useCan('agents:read');
  const { data, isLoading } = useQuery({ ...templatesQuery, enabled: mayRead });
  // Without the templates, an agent can still be made from nothing.
  return isLoading ? null : <NewAgentDialog templates={data?.templates ?? []} onClose={onClose} />;
}

const blank = 'blank';

/** What a member gives in place of the examples of a template. */
interface OwnValues {
  /** By variable. */
  values: Record<string, string>;
  /** The numbers of people to whom the agent may transfer, by destination. */
  numbers: Record<string, string>;
}
const noValues: OwnValues = { values: {}, numbers: {} };

/** Creates an agent from a template, or from a name and a prompt. The rest is edited on its page. */
function NewAgentDialog({ templates, onClose }: { templates: readonly Template[]; onClose: () => void }) {
  const [first] = templates;
  const form = useDraft({
    job: (first?.job ?? blank) as string,
    name: first?.name ?? '',
    prompt: '',
    firstMessage: 'Hello, how can I help you?',
    ...noValues,
    // Undefined until the member chooses.
    preset: undefined as Preset | null | undefined,
  });
  const { draft, change } = form;
  const navigate = useNavigate();
  const template = templates.find(({ job }) => job === draft.job) ?? null;
  const presets = usePresets(language);
  const keyed = keyedPreset(presets);
  // Without a key a template follows its script, and a blank agent the dialogue of the first preset.
  const usual = keyed ?? (template ? null : (presets[0] ?? null));
  const preset = draft.preset === undefined ? usual : draft.preset;
  const submit = async () => {
    const body = template
      ? { ...documentOf(template, preset, draft), name: draft.name }
      : { ...preset?.configuration, ...blankOf(draft, preset) };
    return await read(api.POST('/api/agents', { body: body as Schema<'CreateAgentInput'> }));
  };
  const choose = (job: string) => {
    const isOwnName = draft.name !== (template?.name ?? '');
    const name = templates.find((one) => one.job === job)?.name ?? '';
    change({ job, ...(isOwnName ? {} : { name }) });
  };
  const show = ({ agentId }: { agentId: string }) => {
    if (template) keepExamples(agentId, template.variables);
    // It can be called at once.
    const search = preset || template ? ({ tab: 'browser-call' } as const) : {};
    void navigate({ to: '/agents/$agentId', params: { agentId }, search });
  };
  return (
    <FormDialog
      title="New agent"
      action="Create agent"
      size={1160}
      form={form}
      onSubmit={submit}
      refreshes={['agents']}
      onSaved={show}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <TemplateCards templates={templates} value={draft.job} onChange={choose} />
          <NameField description="Shown to members of your organization." {...fields.value('name')} />
          {template ? (
            <TemplateFields template={template} fields={fields} />
          ) : (
            <BlankFields text={fields.text} />
          )}
          <PresetChoice
            language={language}
            description={template ? presetOfTemplate : presetOfBlank}
            placeholder={template ? 'No key: script and embedded voice' : undefined}
            chosen={preset}
            onChoose={(chosen) => change({ preset: chosen })}
          />
          {template && preset === null && keyed === null ? <KeyHint /> : null}
        </>
      )}
    </FormDialog>
  );
}

/** Leads to the keys of vendors. */
function KeyHint() {
  return (
    <Text size="sm">
      To let a model speak freely, add a provider key. One key of OpenAI is enough.{' '}
      <AddKey wanted={['openai']} />
    </Text>
  );
}

/** What a template asks of its member. */
function TemplateFields(props: DefaultFieldsProps & NumberFieldsProps) {
  return (
    <>
      <DefaultFields {...props} />
      <NumberFields {...props} />
    </>
  );
}

interface DefaultFieldsProps {
  template: Template;
  fields: Pick<DraftFields<{ values: Record<string, string> }>, 'draft' | 'change' | 'errorOf'>;
}

/** The values that a template only supplies as examples, such as the name of the company. */
function DefaultFields({ template, fields: { draft, change, errorOf } }: DefaultFieldsProps) {
  const variables = template.variables.filter(({ required }) => !required);
  if (variables.length === 0) return null;
  return (
    <Fieldset legend="Replace the examples with your own values" p="sm">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {variables.map(({ name, description, example }) => (
          <TextInput
            key={name}
            label={labelOf(name)}
            description={description}
            value={draft.values[name] ?? example}
            onChange={({ currentTarget: { value } }) =>
              change({ values: { ...draft.values, [name]: value } })
            }
            error={errorOf(`variables.${name}`)}
            required
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

interface NumberFieldsProps {
  template: Template;
  fields: Pick<DraftFields<{ numbers: Record<string, string> }>, 'draft' | 'change' | 'errorOf'>;
}

/** The telephones to which the agent of a template may transfer callers. */
function NumberFields({ template, fields: { draft, change, errorOf } }: NumberFieldsProps) {
  const destinations = destinationsOf(template.embedded);
  if (destinations.length === 0) return null;
  const numbers = numbersIn(draft.numbers);
  const given = destinations.filter(({ name }) => numbers[name]);
  const isNeeded = needsNumbers(template);
  return (
    <Fieldset legend={`Telephones of people${isNeeded ? '' : ' (optional)'}`} p="sm">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {destinations.map((one) => (
          <TextInput
            key={one.name}
            label={labelOf(one.name)}
            description={one.description}
            placeholder="+44 20 7946 0958"
            value={draft.numbers[one.name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ numbers: { ...draft.numbers, [one.name]: value } })
            }
            error={
              errorOf(`numbers.${one.name}`) ??
              errorOf(`transferDestinations.${given.indexOf(one)}.destination`)
            }
            required={isNeeded}
          />
        ))}
      </SimpleGrid>
      {isNeeded ? null : (
        <Text size="sm" c="dimmed" mt="xs">
          Without a number, the agent says that no one is free, and transfers no call.
        </Text>
      )}
    </Fieldset>
  );
}

/** Returns the numbers as they are dialed. */
function numbersIn(typed: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, dialable(text)]));
}

/** Returns the label of a variable: `order_number` is `Order number`. */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The words of an agent without a template. */
function BlankFields({ text }: Pick<DraftFields<{ prompt: string; firstMessage: string }>, 'text'>) {
  return (
    <>
      <Textarea
        label="Prompt"
        description="Describe the agent's role, goal and limits. {{variable}} inserts a value of the call."
        {...text('prompt')}
        autosize
        minRows={6}
        maxRows={16}
        required
      />
      <TextInput
        label="First message"
        description="Spoken when the call is answered. If empty, the model speaks first."
        {...text('firstMessage')}
      />
    </>
  );
}

/** The language of a new agent. */
const language = 'en-US';

/** Returns the fields of a blank agent. A scripted dialogue has its own first words. */
function blankOf(draft: { name: string; prompt: string; firstMessage: string }, preset: Preset | null) {
  const isScripted = preset?.configuration.model?.provider === 'scripted';
  const firstMessage = isScripted ? null : draft.firstMessage.trim() || null;
  return { name: draft.name, prompt: draft.prompt, firstMessage };
}

const presetOfTemplate =
  'Without a preset, the agent follows a script with the embedded voice. With one, a model speaks freely.';
const presetOfBlank =
  'Chooses a model, a voice and a transcriber, so that you can call the agent at once. You can change them later.';

/** Returns the agent of a template: scripted unless the preset has a model that can follow instructions. */
function documentOf(template: Template, preset: Preset | null, own: OwnValues): object {
  for (const { name } of needsNumbers(template) ? destinationsOf(template.embedded) : [])
    if (!dialable(own.numbers[name] ?? ''))
      throw refusedField(`numbers.${name}`, 'Enter a telephone number.');
  const embedded = ownDocument(template.embedded, own);
  if (!preset) return embedded;
  const { model, ...speech } = preset.configuration;
  const isScripted = model === null || model.provider === 'scripted';
  return isScripted ? { ...embedded, ...speech } : { ...ownDocument(template.vendor, own), model, ...speech };
}

function ownDocument(document: object, { values, numbers }: OwnValues): object {
  return withDefaults(withNumbers(document as WithTransfers, numbersIn(numbers)), values);
}

interface Declared {
  [field: string]: unknown;
  variables?: { name: string; default: string | null }[];
}

/** Returns an agent's document with the member's values as defaults. Throws when one of them is empty. */
function withDefaults(document: Declared, values: Record<string, string>): object {
  const variables = document.variables?.map((variable) => {
    if (variable.default === null) return variable;
    const value = (values[variable.name] ?? variable.default).trim();
    if (value === '') throw refusedField(`variables.${variable.name}`, 'Enter a value for the agent.');
    return { ...variable, default: value };
  });
  return { ...document, variables };
}

interface TemplateCardsProps {
  templates: readonly Template[];
  value: string;
  onChange: (job: string) => void;
}

const directions = { inbound: 'Customers call', outbound: 'Calls customers' } as const;

function TemplateCards({ templates, value, onChange }: TemplateCardsProps) {
  const cards = templates.map(({ job, name, summary, direction }) => ({
    ...{ job: job as string, name, summary },
    direction: directions[direction] as string | null,
  }));
  cards.push({ job: blank, name: 'Blank', summary: 'Begins with a prompt of your own.', direction: null });
  return (
    <Radio.Group label="Start from" value={value} onChange={onChange}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing={6} mt={6}>
        {cards.map(({ job, name, summary, direction }) => (
          <Radio.Card key={job} value={job} className="choice-card" aria-label={name}>
            <Radio.Indicator />
            <span>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              {direction === null ? null : <Text size="xs">{direction}</Text>}
              <Text size="xs" c="dimmed">
                {summary}
              </Text>
            </span>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

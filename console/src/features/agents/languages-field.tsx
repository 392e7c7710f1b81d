import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core';
import type { AgentForm } from './use-agent-form.ts';

/** The most further languages that the API takes. */
const languagesMax = 10;

/** The further languages of an agent, each with a voice. */
export function LanguagesField({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { languages } = values;
  const change = (index: number, changes: Partial<(typeof languages)[number]>) =>
    set(
      'languages',
      languages.map((one, at) => (at === index ? { ...one, ...changes } : one)),
    );
  if (isReadOnly && languages.length === 0) return null;
  return (
    <Input.Wrapper
      label="Further languages"
      labelElement="div"
      description="A call changes to one of these when the caller speaks it or asks for it."
      error={errorOf('languages')}
    >
      {languages.map(({ language, voice }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: languages are edited here
        <Group key={index} gap="xs" mt={6} align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={`Further language ${index + 1}`}
            placeholder="es-ES"
            value={language}
            onChange={({ currentTarget }) => change(index, { language: currentTarget.value.trim() })}
            error={errorOf(`languages.${index}.language`)}
            readOnly={isReadOnly}
            w={120}
          />
          <TextInput
            aria-label={`Voice of ${language || `further language ${index + 1}`}`}
            placeholder="The provider's first voice of the language"
            value={voice ?? ''}
            onChange={({ currentTarget }) => change(index, { voice: currentTarget.value.trim() || null })}
            error={errorOf(`languages.${index}.voice`)}
            readOnly={isReadOnly}
            flex={1}
          />
          {isReadOnly ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove ${language || `further language ${index + 1}`}`}
              onClick={() =>
                set(
                  'languages',
                  languages.filter((_, at) => at !== index),
                )
              }
            >
              ×
            </ActionIcon>
          )}
        </Group>
      ))}
      {isReadOnly || languages.length >= languagesMax ? null : (
        <Button
          variant="default"
          size="xs"
          mt={6}
          onClick={() => set('languages', [...languages, { language: '', voice: null }])}
        >
          Add a language
        </Button>
      )}
    </Input.Wrapper>
  );
}

import { Checkbox, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { newGlobal } from './edit.ts';
import type { StageFieldsProps } from './stage-fields.ts';

/** How the stage is reached from every stage. */
export function GlobalFields({ stage: { global }, form, set, errorOf }: StageFieldsProps) {
  const change = (changes: { choice?: string; phrases?: string[]; keys?: string }) => {
    const { choice, phrases, keys } = { choice: '', phrases: [], keys: '', ...global, ...changes };
    // Empty fields are left out, but one of them must be given.
    const given = {
      ...(choice !== '' && { choice }),
      ...(phrases.length > 0 && { phrases }),
      ...(keys !== '' && { keys }),
    };
    set({ global: given }, 'global');
  };
  return (
    <Stack gap={6}>
      <Checkbox
        label="Can be reached from every stage"
        checked={global !== null}
        onChange={({ currentTarget }) =>
          set({ global: currentTarget.checked ? newGlobal(form.values.model !== null) : null })
        }
        disabled={form.isReadOnly}
      />
      {global ? (
        <>
          <Textarea
            label="When the model finds that"
            placeholder="the caller wants to speak to a person"
            value={global.choice}
            onChange={({ currentTarget }) => change({ choice: currentTarget.value })}
            error={errorOf('global')}
            readOnly={form.isReadOnly}
            autosize
            minRows={1}
          />
          <TagsInput
            label="Or the caller says"
            description="Works in dialogues too, and asks no model. (a | b) either, [may be left out], * any words."
            placeholder={global.phrases.length === 0 ? '[*] (person | human) [*]' : undefined}
            value={global.phrases}
            onChange={(phrases) => change({ phrases })}
            readOnly={form.isReadOnly}
            splitChars={[]}
            acceptValueOnBlur
          />
          <TextInput
            w={120}
            label="Or presses"
            value={global.keys}
            onChange={({ currentTarget }) => change({ keys: currentTarget.value.trim() })}
            readOnly={form.isReadOnly}
          />
        </>
      ) : null}
    </Stack>
  );
}

import { Checkbox, Stack, Textarea } from '@mantine/core';
import { at, isObject, type Path } from '../../json-text/index.ts';
import type { DialogueForm } from './dialogue-form.ts';
import { listAt } from './edit.ts';
import { TargetField } from './target-field.tsx';

interface FailureFieldsProps {
  form: DialogueForm;
  path: Path;
  label: string;
}

/** The words for answers that do not fit or do not come. Without them, those of the dialogue or of Parley are said. */
export function FailureFields({ form, path, label }: FailureFieldsProps) {
  const { dialogue, put, errorOf, isReadOnly } = form;
  const value = at(dialogue, path);
  const isOwn = isObject(value);
  const says = listAt(value, ['says']).map(String);
  return (
    <Stack gap={4}>
      <Checkbox
        size="xs"
        label={`${label}: own words`}
        checked={isOwn}
        onChange={({ currentTarget }) =>
          put(path, currentTarget.checked ? { says: ['Sorry, I did not get that.'] } : undefined)
        }
        disabled={isReadOnly}
      />
      {isOwn ? (
        <Stack gap={4} className="dialogue-part">
          <Textarea
            size="xs"
            aria-label={`Words: ${label}`}
            description="One text a line: for the first time in a row, the second, and so on."
            value={says.join('\n')}
            onChange={({ currentTarget }) =>
              put([...path, 'says'], currentTarget.value.split('\n'), path.join('.'))
            }
            onBlur={() =>
              says.includes('') &&
              put(
                [...path, 'says'],
                says.filter((text) => text.trim() !== ''),
              )
            }
            error={errorOf(...path, 'says')}
            readOnly={isReadOnly}
            autosize
            minRows={1}
          />
          <Checkbox
            size="xs"
            label="Then says the step again"
            checked={at(value, ['repeat']) !== false}
            onChange={({ currentTarget }) => put([...path, 'repeat'], currentTarget.checked)}
            disabled={isReadOnly}
          />
          <TargetField
            form={form}
            label="After the last text"
            path={[...path, 'goto']}
            none="Repeats the last text"
          />
        </Stack>
      ) : null}
    </Stack>
  );
}

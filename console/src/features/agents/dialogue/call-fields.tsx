import { Select, Stack } from '@mantine/core';
import { PairsField } from '../../value-fields/index.ts';
import type { DialogueForm } from './dialogue-form.ts';
import { fieldsAt } from './edit.ts';
import { TargetField } from './target-field.tsx';

interface CallFieldsProps {
  form: DialogueForm;
  node: string;
}

/** A tool, what it is given, and what is kept of its result. */
export function CallFields({ form, node }: CallFieldsProps) {
  const path = ['nodes', node, 'call'];
  const { dialogue, around, put, errorOf, isReadOnly } = form;
  const call = fieldsAt(dialogue, path);
  const tool = typeof call.tool === 'string' ? call.tool : '';
  return (
    <Stack gap="xs">
      <Select
        size="xs"
        label="Tool"
        data={[...new Set([...around.tools, ...(tool === '' ? [] : [tool])])]}
        value={tool === '' ? null : tool}
        onChange={(chosen) => put([...path, 'tool'], chosen)}
        error={errorOf(...path, 'tool')}
        readOnly={isReadOnly}
        allowDeselect={false}
      />
      <PairsField
        label="Arguments"
        description="{{name}} inserts an answer or a variable."
        columns={['Argument', 'Value']}
        value={fieldsAt(call, ['arguments'])}
        onChange={(next, name) => put([...path, 'arguments'], next, name && `${path.join('.')} ${name}`)}
        nextName="argument"
        isNested
        error={errorOf(...path, 'arguments')}
        isReadOnly={isReadOnly}
      />
      <PairsField
        label="Kept results"
        description="Where the value is in the result, such as order.items.0.name. An empty place keeps all of it."
        columns={['Keep as', 'Place in the result']}
        value={fieldsAt(call, ['result'])}
        onChange={(next, name) => put([...path, 'result'], next, name && `${path.join('.')} result ${name}`)}
        nextName="result"
        read={(text) => text}
        error={errorOf(...path, 'result')}
        isReadOnly={isReadOnly}
      />
      <TargetField form={form} label="When it worked, goes to" path={[...path, 'onSuccess']} />
      <TargetField form={form} label="When it failed, goes to" path={[...path, 'onFailure']} />
    </Stack>
  );
}

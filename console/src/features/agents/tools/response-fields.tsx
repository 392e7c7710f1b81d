import { Switch } from '@mantine/core';
import { SchemaFields, type SchemaWords } from '../../schema-fields/index.ts';
import type { AgentForm } from '../use-agent-form.ts';

const ofResponse: SchemaWords = {
  legend: 'Fields of the response',
  about:
    'A response that lacks a required field, or has another type, is reported to the model as a failure.',
  one: 'field',
};

interface ResponseFieldsProps {
  form: AgentForm;
  /** The path of the schema in the agent. */
  path: string;
  schema: Record<string, unknown> | null;
  change: (schema: Record<string, unknown> | null) => void;
}

/** The check of a response. Most tools accept any response. */
export function ResponseFields({ form, path, schema, change }: ResponseFieldsProps) {
  return (
    <>
      <Switch
        label="Check the response"
        checked={schema !== null}
        onChange={({ currentTarget }) =>
          change(currentTarget.checked ? { type: 'object', properties: {} } : null)
        }
        disabled={form.isReadOnly}
      />
      {schema === null ? null : (
        <SchemaFields
          schema={schema}
          change={change}
          setBroken={(isBroken) => form.setBroken(path, isBroken)}
          error={form.errorOf(path)}
          isReadOnly={form.isReadOnly}
          words={ofResponse}
        />
      )}
    </>
  );
}

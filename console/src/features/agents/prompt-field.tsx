import { Input } from '@mantine/core';
import { useId } from 'react';
import { piecesOf } from './prompt-variables.ts';
import type { AgentForm } from './use-agent-form.ts';

/**
 * The prompt with highlighted variables. The highlights lie behind a text field with the same letters, so that
 * editing, selection and screen readers work as usual. It grows with its text and never scrolls.
 */
export function PromptField({ form: { values, set, errorOf, isReadOnly } }: { form: AgentForm }) {
  const id = useId();
  const error = errorOf('prompt');
  return (
    <Input.Wrapper
      id={id}
      label="Prompt"
      description="{{variable}} inserts a value of the call."
      error={error}
      required
    >
      <div className="prompt-field" data-invalid={error ? true : undefined}>
        <div className="prompt-marks" aria-hidden="true">
          {piecesOf(values.prompt).map(({ text, kind, at }) =>
            kind === 'text' ? (
              text
            ) : (
              <mark key={at} data-kind={kind}>
                {text}
              </mark>
            ),
          )}
          {'\n'}
        </div>
        <textarea
          id={id}
          value={values.prompt}
          onChange={({ currentTarget }) => set('prompt', currentTarget.value)}
          readOnly={isReadOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-description${error ? ` ${id}-error` : ''}`}
          spellCheck={false}
          required
        />
      </div>
    </Input.Wrapper>
  );
}

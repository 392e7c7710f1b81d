import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '../../api/index.ts';

const keypad = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

type AnsweringAgent = Pick<Schema<'Agent'>, 'transcriber' | 'speechToSpeech' | 'model' | 'flow'>;

interface KeypadProps {
  /** The settings of the agent that answers. */
  agent: AnsweringAgent;
  press: (digit: string) => void;
  isDisabled: boolean;
}

/** The keys of a telephone. They are in view from the start of a call whose agent waits for them. */
export function Keypad({ agent, press, isDisabled }: KeypadProps) {
  const [isOpen] = useState(() => isUsingKeys(agent));
  return (
    <details className="browser-call-more" open={isOpen}>
      <summary>Keys</summary>
      <div className="browser-call-keys">
        {keypad.map((digit) => (
          <Button
            key={digit}
            size="compact-sm"
            variant="default"
            aria-label={`Key ${digit}`}
            disabled={isDisabled}
            onClick={() => press(digit)}
          >
            {digit}
          </Button>
        ))}
      </div>
    </details>
  );
}

/** Returns whether an agent recognizes no speech, or has a dialogue or a flow with ways by keys. */
function isUsingKeys({ transcriber, speechToSpeech, model, flow }: AnsweringAgent): boolean {
  return (transcriber === null && speechToSpeech === null) || hasKeys(model) || hasKeys(flow);
}

function hasKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) =>
    name === 'keys' && (typeof inner === 'string' || Array.isArray(inner))
      ? inner.length > 0
      : hasKeys(inner),
  );
}

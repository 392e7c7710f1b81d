import './json-editor.css';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { Span } from '../json-text/index.ts';

interface JsonEditorProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  isReadOnly: boolean;
  /** Lines with problems, from 1. */
  wrongLines: ReadonlySet<number>;
  /** Why the text is invalid JSON, and where; null when it is valid. */
  error: { message: string; line: number } | null;
  /** What the page shows while the text is invalid. */
  meanwhile: string;
  /** A range to scroll to and select; a new object each time. */
  reveal: Span | null;
}

const lineHeightPx = 19;

/** JSON as text with line numbers. Enter keeps the indentation. Tab leaves the field. */
export function JsonEditor(props: JsonEditorProps) {
  const { label, text, onChange, isReadOnly, wrongLines, error, meanwhile, reveal } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const errorId = useId();
  useEffect(() => {
    const { current } = area;
    if (!current || !reveal) return;
    current.setSelectionRange(reveal.start, reveal.end);
    const line = current.value.slice(0, reveal.start).split('\n').length - 1;
    current.scrollTop = Math.max(0, line * lineHeightPx - current.clientHeight / 4);
  }, [reveal]);
  const lines = text.split('\n').length;
  return (
    <div className="json-editor" data-wrong={error ? '' : undefined}>
      <div className="json-editor-frame">
        <div className="json-gutter" ref={gutter} aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
              key={index}
              data-wrong={wrongLines.has(index + 1) || error?.line === index + 1 || undefined}
            >
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          aria-label={label}
          aria-invalid={error !== null}
          aria-describedby={error ? errorId : undefined}
          value={text}
          readOnly={isReadOnly}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={keepIndentation}
          onScroll={({ currentTarget }) => {
            if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      {error ? (
        <p className="json-editor-error" id={errorId} role="alert">
          Line {error.line}: {error.message}. {meanwhile}
        </p>
      ) : null}
    </div>
  );
}

/** `execCommand` keeps the browser's undo history. */
function keepIndentation(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  const { value, selectionStart, readOnly } = event.currentTarget;
  if (readOnly) return;
  const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
  const indentation = /^ */.exec(line)![0] + (/[[{]\s*$/.test(line) ? '  ' : '');
  event.preventDefault();
  document.execCommand('insertText', false, `\n${indentation}`);
}

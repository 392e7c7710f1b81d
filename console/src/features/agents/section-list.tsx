import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type AgentSection, agentSections, elementOf } from './agent-sections.ts';
import type { AgentEditing } from './use-agent-form.ts';

/** The sections of the editor, beside them. It follows the scroll, and marks sections with changes and refusals. */
export function SectionList({ editing }: { editing: AgentEditing }) {
  const { shown, goTo } = useSections();
  return (
    <nav className="section-list" aria-label="Sections of the agent">
      <ul>
        {agentSections.map((section) => (
          <li key={section.id}>
            <a
              href={`#${elementOf(section.id)}`}
              aria-current={section.id === shown ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                goTo(section.id);
              }}
            >
              {section.title}
              <Mark section={section} editing={editing} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Says that a section has refused or unsaved input. */
function Mark({ section, editing }: { section: AgentSection; editing: AgentEditing }) {
  const isRefused = section.fields.some((field) => editing.form.errorOf(field) !== undefined);
  const isChanged = section.fields.some((field) => editing.changed.includes(field));
  if (!isRefused && !isChanged) return null;
  return (
    <>
      <span className="section-mark" data-tone={isRefused ? 'bad' : 'changed'} aria-hidden="true" />
      <VisuallyHidden component="span">{isRefused ? ' (refused)' : ' (changed)'}</VisuallyHidden>
    </>
  );
}

/** Sections that begin above this part of the window are read. */
const readingPart = 0.3;

/** Returns the section that is read, and how to go to one. The address stays, because filters and tabs are in it. */
function useSections() {
  const [shown, setShown] = useState<string>(agentSections[0].id);
  /** The section that was chosen last, and where the page was then. Near the end it may not reach the top. */
  const chosen = useRef<{ id: string; scrollY: number } | null>(null);
  useEffect(() => {
    const update = () => {
      if (chosen.current && Math.abs(chosen.current.scrollY - window.scrollY) < 2) return;
      chosen.current = null;
      setShown(sectionInSight());
    };
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  const goTo = (id: string) => {
    const section = document.getElementById(elementOf(id));
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
    chosen.current = { id, scrollY: window.scrollY };
    setShown(id);
  };
  return { shown, goTo };
}

function sectionInSight(): string {
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
  if (isAtEnd) return agentSections.at(-1)!.id;
  const line = window.innerHeight * readingPart;
  const begun = agentSections.findLast(({ id }) => {
    const element = document.getElementById(elementOf(id));
    return element !== null && element.getBoundingClientRect().top <= line;
  });
  return (begun ?? agentSections[0]).id;
}

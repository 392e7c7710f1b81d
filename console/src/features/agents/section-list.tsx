import { VisuallyHidden } from '@mantine/core';
import { type MouseEvent, useEffect, useState } from 'react';
import { type AgentSection, agentSections, elementOf } from './agent-sections.ts';
import type { AgentEditing } from './use-agent-form.ts';

/** The sections of the editor, beside them. It follows the scroll, and marks sections with changes and refusals. */
export function SectionList({ editing }: { editing: AgentEditing }) {
  const shown = useShownSection();
  return (
    <nav className="section-list" aria-label="Sections of the agent">
      <ul>
        {agentSections.map((section) => (
          <li key={section.id}>
            <a
              href={`#${elementOf(section.id)}`}
              aria-current={section.id === shown ? 'true' : undefined}
              onClick={goTo}
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

/** Scrolls to a section and gives it the focus. The address stays, because filters and tabs are in it. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const section = document.querySelector<HTMLElement>(event.currentTarget.hash);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** Returns the section at the top of the window. */
function useShownSection(): string {
  const [shown, setShown] = useState<string>(agentSections[0].id);
  useEffect(() => {
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        }
        const first = agentSections.find(({ id }) => visible.has(elementOf(id)));
        if (first) setShown(first.id);
      },
      // The upper part of the window, where people read.
      { rootMargin: '-90px 0px -60% 0px' },
    );
    for (const { id } of agentSections) {
      const element = document.getElementById(elementOf(id));
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, []);
  return shown;
}

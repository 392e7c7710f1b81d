import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link inside the console, typed by its routes. */
export const AppLink = createLink(
  ({ children, className, ...props }: React.ComponentPropsWithRef<'a'> & { children?: ReactNode }) => (
    // The router adds a class of its own to links to the current page and its parents.
    <a {...props} className={className ? `app-link ${className}` : 'app-link'}>
      {children}
    </a>
  ),
);

import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link inside the console, typed by its routes, in the colour of links. */
export const AppLink = createLink(
  ({ children, className, ...props }: React.ComponentPropsWithRef<'a'> & { children?: ReactNode }) => (
    // Where it leads to the page that is shown, or above it, the router gives it a class of its own.
    <a {...props} className={className ? `app-link ${className}` : 'app-link'}>
      {children}
    </a>
  ),
);

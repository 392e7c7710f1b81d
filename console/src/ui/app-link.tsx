import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link inside the console, typed by its routes, in the colour of links. */
export const AppLink = createLink(
  ({ children, ...props }: React.ComponentPropsWithRef<'a'> & { children?: ReactNode }) => (
    <a className="app-link" {...props}>
      {children}
    </a>
  ),
);

import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/shell.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/index.ts';
import { router } from './routes/router.tsx';
import { cssVariables, theme } from './shell/theme.ts';
import { hideFailures } from './ui/index.ts';

const colorSchemes = localStorageColorSchemeManager({ key: 'parley-color-scheme' });

// Shows our own page where the service does not answer. Browsers offer workers in secure contexts only.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);

// A failure of one page is no news on the next.
router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && hideFailures());

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
    >
      <QueryClientProvider client={createQueryClient()}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

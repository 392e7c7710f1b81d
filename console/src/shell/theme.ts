import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Calm and dense: small type, thin lines, one colour that is for what can be done. */
export const theme = createTheme({
  primaryColor: 'parley',
  primaryShade: 7,
  autoContrast: true,
  colors: {
    parley: [
      '#f1f3ff',
      '#e0e4fb',
      '#bfc8f5',
      '#9aa7ef',
      '#8493ea',
      '#6577e0',
      '#5467d8',
      '#3d52c4',
      '#3346ab',
      '#28388c',
    ],
    dark: [
      '#e9eaee',
      '#c3c5ce',
      '#9fa2ae',
      '#777a87',
      '#40434e',
      '#30323b',
      '#24262d',
      '#151619',
      '#101114',
      '#0b0c0e',
    ],
    gray: [
      '#f7f8fa',
      '#eff1f4',
      '#e4e7ec',
      '#d7dbe2',
      '#c1c7d0',
      '#9aa2ae',
      '#717a88',
      '#565e6b',
      '#343a45',
      '#1e222a',
    ],
  },
  fontFamily:
    "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  defaultRadius: 'sm',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.25rem' }, h2: { fontSize: '0.875rem' } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { radius: 'sm', size: 'md', tt: 'none', fw: 500 } },
    Modal: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { duration: 100 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Tooltip: { defaultProps: { openDelay: 250, fz: 'xs' } },
    Paper: { defaultProps: { radius: 'md' } },
  },
});

/** Where Mantine's own greys have too little contrast for small text (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6270',
    '--mantine-color-placeholder': '#666e7b',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#3346ab',
    '--mantine-color-teal-light': '#e6f6ee',
    '--mantine-color-teal-light-color': '#05603a',
    '--mantine-color-red-light': '#fdecea',
    '--mantine-color-yellow-light': '#fdf3da',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-red-light-color': '#a01c13',
    '--mantine-color-gray-light-color': '#454c58',
    '--mantine-color-parley-light-color': '#3346ab',
    '--parley-surface': '#ffffff',
    '--parley-canvas': '#fafbfc',
    '--parley-hover': '#f3f4f7',
  },
  dark: {
    '--mantine-color-dimmed': '#a3a6b2',
    '--mantine-color-placeholder': '#9a9dab',
    '--mantine-color-error': '#ff8f85',
    '--mantine-color-anchor': '#a5b1f3',
    '--mantine-color-gray-light-color': '#c3c5ce',
    '--mantine-color-parley-light-color': '#b7c1f6',
    '--parley-surface': '#1a1b1f',
    '--parley-canvas': '#151619',
    '--parley-hover': '#23252b',
  },
});

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

// The component library uses the tokens of client/styles/tokens.css. They change with the colour scheme, so
// both schemes of the library get the same values.

function oneTone(value: string): MantineColorsTuple {
  return Array.from({ length: 10 }, () => value) as unknown as MantineColorsTuple;
}

const line = 'var(--line)';
const sunk = 'var(--sunk)';
const quiet = 'var(--quiet)';

export const theme = createTheme({
  primaryColor: 'pine',
  colors: {
    pine: oneTone('var(--pine)'),
    signal: oneTone('var(--signal-text)'),
    red: oneTone('var(--signal-text)'),
    gray: [sunk, sunk, line, line, 'var(--line-strong)', quiet, quiet, quiet, 'var(--ink)', 'var(--ink)'],
    dark: [
      'var(--ink)',
      'var(--ink)',
      quiet,
      quiet,
      'var(--line-strong)',
      'var(--wash)',
      'var(--surface)',
      'var(--surface)',
      sunk,
      sunk,
    ],
  },
  // The library uses 'white' for text on filled surfaces.
  white: 'var(--on-pine)',
  black: 'var(--ink)',
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '650' },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { md: '1.5' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The description is below the input that it explains.
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
});

function filled(name: string, tone: string, hover: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-text`]: tone,
    [`--mantine-color-${name}-filled`]: tone,
    [`--mantine-color-${name}-filled-hover`]: hover,
    [`--mantine-color-${name}-light`]: `color-mix(in oklab, ${tone} 9%, var(--surface))`,
    [`--mantine-color-${name}-light-hover`]: `color-mix(in oklab, ${tone} 14%, var(--surface))`,
    [`--mantine-color-${name}-light-color`]: tone,
    [`--mantine-color-${name}-outline`]: tone,
    [`--mantine-color-${name}-outline-hover`]: `color-mix(in oklab, ${tone} 9%, var(--surface))`,
  };
}

const signalHover = 'color-mix(in oklab, var(--signal-text), var(--ink) 15%)';

const both: Record<string, string> = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': quiet,
  '--mantine-color-placeholder': quiet,
  '--mantine-color-error': 'var(--signal-text)',
  '--mantine-color-anchor': 'var(--pine)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--wash)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': sunk,
  '--mantine-color-disabled-color': quiet,
  '--mantine-color-disabled-border': line,
  ...filled('pine', 'var(--pine)', 'var(--pine-hover)'),
  ...filled('signal', 'var(--signal-text)', signalHover),
  ...filled('red', 'var(--signal-text)', signalHover),
};

/** Replaces the library's variables with the tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: both, dark: both });

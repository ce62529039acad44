import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

// Mantine's colours are the tokens of client/styles/tokens.css, which change with the colour scheme
// themselves.

function oneTone(value: string): MantineColorsTuple {
  return [value, value, value, value, value, value, value, value, value, value];
}

const line = 'var(--line)';
const sunk = 'var(--sunk)';
const quiet = 'var(--quiet)';

const forgetChoice = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
  currentTarget.value = '';
};

export const theme = createTheme({
  primaryColor: 'accent',
  colors: {
    accent: oneTone('var(--accent)'),
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
  // For the background of inputs. `variantColorResolver` sets the text on filled surfaces.
  white: 'var(--surface)',
  // The accent and the colour of delete buttons may need different texts. The border keeps a pale button
  // visible.
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input);
    if (input.variant !== 'filled') return resolved;
    if (input.color === 'signal' || input.color === 'red')
      return { ...resolved, color: 'var(--on-signal-text)' };
    const border = '1px solid var(--button-edge, var(--fill-edge))';
    return { ...resolved, color: 'var(--on-fill)', border };
  },
  black: 'var(--ink)',
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '650' },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { md: '1.5' },
  radius: {
    xs: 'calc(var(--radius) / 2)',
    sm: 'calc(var(--radius) * 0.75)',
    md: 'var(--radius)',
    lg: 'var(--radius)',
    xl: 'var(--radius)',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Limits the corner radius, because a very round checkbox would look like a radio button.
    Checkbox: { defaultProps: { radius: 'calc(min(var(--radius) * 0.75, 0.375rem))' } },
    // A text has the size and weight of its parent element, unless a property sets them.
    Text: { defaultProps: { inherit: true } },
    // A file that is chosen again after a failure counts as a choice, too.
    FileButton: { defaultProps: { inputProps: { onClick: forgetChoice } } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
});

function filled(name: string, tone: string, fill: string, hover: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-text`]: tone,
    [`--mantine-color-${name}-filled`]: fill,
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
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--wash)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': sunk,
  '--mantine-color-disabled-color': quiet,
  '--mantine-color-disabled-border': line,
  ...filled('accent', 'var(--accent)', 'var(--fill)', 'var(--fill-hover)'),
  ...filled('signal', 'var(--signal-text)', 'var(--signal-text)', signalHover),
  ...filled('red', 'var(--signal-text)', 'var(--signal-text)', signalHover),
};

/** Sets Mantine's CSS variables to our design tokens, for the light and the dark theme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: both, dark: both });

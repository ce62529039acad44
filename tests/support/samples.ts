import { type ContentModule, contentModules } from '../../src/content-modules.ts';
import type { Column, Columns, OptionalTextFormat } from '../../src/shared/column-types.ts';
import { factsByModule, factsOf, type ModuleName, moduleNames } from '../../src/shared/module-facts.ts';
import { storedValuesOf } from '../../src/shared/settings/choices.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { chooseByForm } from './test-form.ts';

export type Sample = Record<string, unknown>;

/**
 * Returns a form input with a value for every column, except for pictures, moments, slugs, library items and
 * references to rows. Free texts contain `word`.
 */
export function sampleOf(columns: Columns, word = 'sample'): Sample {
  const texts = Object.entries(columns).filter(
    ([, { kind }]) => !['picture', 'moment', 'slug', 'media', 'reference'].includes(kind),
  );
  return Object.fromEntries(texts.map(([key, column]) => [key, exampleOf(column, word)]));
}

const formatExamples: Record<OptionalTextFormat, string> = {
  address: '/about',
  amount: '52000',
  currency: 'GBP',
  email: 'sample@example.com',
  language: 'pt-BR',
  linkedin: 'https://www.linkedin.com/in/sample',
};

function exampleOf(column: Column, word: string): unknown {
  const text = `${column.label} ${word}`;
  switch (column.kind) {
    case 'choice':
    case 'listed':
      return offeredBy(column)?.[0];
    case 'optionalText':
      return column.values?.[0] ?? (column.format ? formatExamples[column.format] : text);
    case 'tick':
      return true;
    case 'tags':
      return 'keysOf' in column ? [settingDefaults.lists.services[0]!.key] : [`One ${word}`, 'zwei'];
    case 'figures':
      return [{ unit: 'min', number: '4', meaning: text }];
    case 'gallery':
    case 'items':
    case 'references':
      return [];
    case 'blocks':
      return [{ key: 'text-1', kind: 'text', body: `<p>${text}</p>`, heading: text }];
    case 'lines':
      return [`One ${word}`, 'zwei'];
    case 'day':
      return '2027-03-14';
    case 'link':
      return 'https://example.com/apply';
    case 'html':
      return `<p>${text}</p>`;
    case 'picture':
    case 'moment':
    case 'slug':
    case 'media':
    case 'reference':
      return null;
    default:
      return text;
  }
}

/** Returns the values that a column offers by default, or undefined for a column without such values. */
export function offeredBy(column: Column): readonly [string, ...string[]] | undefined {
  if (column.kind === 'choice') return column.values;
  if (column.kind !== 'listed') return undefined;
  return storedValuesOf(settingDefaults.choices, column.list) as [string, ...string[]];
}

export const sampledModules = moduleNames.map((name: ModuleName) => {
  const { entity, content, rules } = contentModules[name] as unknown as ContentModule;
  const picture = Object.keys(rules.columns).find((key) => rules.columns[key]!.kind === 'picture');
  return {
    ...factsOf(name),
    name,
    entity,
    content,
    picture,
    log: factsByModule[name].log,
    ...rules,
    sample: (word?: string) => sampleOf(rules.columns, word),
    /** A role that may change other modules but not this module. */
    stranger: factsOf(name).roles.includes('hr') ? ('content_moderator' as const) : ('hr' as const),
  };
});

/** What the kit does for these it does for others too: with choices, with an order, and with pictures. */
const repeated: readonly ModuleName[] = ['jobs', 'portfolio', 'testimonials', 'clients'];

/** The modules for tests of rules that the kit has for all of them. The short form uses only some. */
export const testedModules = chooseByForm(
  sampledModules,
  sampledModules.filter(({ name }) => !repeated.includes(name)),
);

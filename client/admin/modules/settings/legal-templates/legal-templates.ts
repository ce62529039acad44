import { americanTemplates, britishTemplates } from './english.ts';
import { frenchTemplates } from './french.ts';
import { austrianTemplates, germanTemplates, swissTemplates } from './german.ts';
import type { TemplateRegion, Templates } from './template.ts';

/** Each template starts with a blank, so that it cannot be published without being read. */
export const legalTemplates: Readonly<Record<TemplateRegion, Templates>> = {
  GB: britishTemplates,
  DE: germanTemplates,
  AT: austrianTemplates,
  CH: swissTemplates,
  FR: frenchTemplates,
  US: americanTemplates,
};

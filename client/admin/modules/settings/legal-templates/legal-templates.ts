import { americanTemplates, britishTemplates } from './english.ts';
import { frenchTemplates } from './french.ts';
import { austrianTemplates, germanTemplates, swissTemplates } from './german.ts';
import type { TemplateRegion, Templates } from './template.ts';

/** Texts to start from. Each begins with a blank that says so, which keeps it from being shown unread. */
export const legalTemplates: Readonly<Record<TemplateRegion, Templates>> = {
  GB: britishTemplates,
  DE: germanTemplates,
  AT: austrianTemplates,
  CH: swissTemplates,
  FR: frenchTemplates,
  US: americanTemplates,
};

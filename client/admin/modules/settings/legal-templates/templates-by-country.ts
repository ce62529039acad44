import { legalTemplatesUS, legalTemplatesGB } from './english.ts';
import { legalTemplatesFR } from './french.ts';
import { legalTemplatesAT, legalTemplatesDE, legalTemplatesCH } from './german.ts';
import { legalTemplatesES } from './spanish.ts';
import { legalTemplatesTR } from './turkish.ts';
import type { TemplateRegion, Templates } from './template.ts';

/**
 * The templates of all regions. Each template starts with a blank. A text with a blank cannot be published, so staff
 * must read an inserted template before they publish it.
 */
export const legalTemplates: Readonly<Record<TemplateRegion, Templates>> = {
  GB: legalTemplatesGB,
  DE: legalTemplatesDE,
  AT: legalTemplatesAT,
  CH: legalTemplatesCH,
  FR: legalTemplatesFR,
  US: legalTemplatesUS,
  ES: legalTemplatesES,
  TR: legalTemplatesTR,
};

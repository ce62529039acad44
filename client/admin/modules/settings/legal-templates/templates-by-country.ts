import { legalTemplatesUS, legalTemplatesGB } from './english.ts';
import { legalTemplatesFR } from './french.ts';
import { legalTemplatesAT, legalTemplatesDE, legalTemplatesCH } from './german.ts';
import { legalTemplatesES } from './spanish.ts';
import { legalTemplatesTR } from './turkish.ts';
import type { TemplateRegion, Templates } from './template.ts';

/** Each template starts with a blank. A text with a blank cannot be published, so staff must read it first. */
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

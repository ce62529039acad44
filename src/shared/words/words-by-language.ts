import type { Language } from '../settings/fields/region.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { tr } from './tr.ts';

/** The fixed texts of the site by language. */
export const wordsByLanguage: Readonly<Record<Language, Words>> = { en, de, fr, es, tr };

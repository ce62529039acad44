import type { JobTypeKey } from '../../enumerations.ts';
import { categoryMotifs } from '../../motifs.ts';
import { field } from '../field-builders.ts';

const maxName = 60;
/**
 * The maximum number of entries of a list. The number is limited because error messages of the API contain all entries.
 */
const maxEntries = 200;

const former = field.lines('Former names', 'name', 80, {
  help: 'Addresses and programs that still use one of them find this entry.',
});
const motifs: Readonly<Record<string, string>> = {
  '': 'Chosen by the name',
  ...Object.fromEntries(
    Object.keys(categoryMotifs).map((key) => [key, (key[0]!.toUpperCase() + key.slice(1)).replace('-', ' ')]),
  ),
};
const category = {
  name: field.requiredLine('Name', maxName),
  motif: field.choice('Drawing', motifs),
  former,
};

/**
 * The lists from which posts, projects and team members take their values, and the labels of the types of
 * jobs.
 */
export const choiceFields = {
  blog_categories: field.list('Blog categories', 'category', 'name', category, { max: maxEntries }),
  portfolio_categories: field.list('Portfolio categories', 'category', 'name', category, { max: maxEntries }),
  team_sections: field.list(
    'Team sections',
    'section',
    'name',
    {
      name: field.requiredLine('Name', maxName),
      is_first_large: field.tick('Show the first person larger'),
      former,
    },
    { max: maxEntries },
  ),
  team_roles: field.list(
    'Job titles',
    'job title',
    'name',
    { name: field.requiredLine('Name', maxName), former },
    { max: maxEntries },
  ),
  job_types: field.section(
    'Types of jobs',
    {
      full_time: field.requiredLine('Full-time', maxName),
      part_time: field.requiredLine('Part-time', maxName),
      contract: field.requiredLine('Contract', maxName),
      internship: field.requiredLine('Internship', maxName),
    } satisfies Record<JobTypeKey, unknown>,
    { help: 'What the site and the panel call them. Programs use the same four words as ever.' },
  ),
} as const;

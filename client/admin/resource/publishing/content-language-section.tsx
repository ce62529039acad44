import { factsOf } from '../../../../src/shared/module-facts.ts';
import { Field } from '../field.tsx';
import type { Resource } from '../resource-types.ts';
import classes from './publishing.module.css';

export function LanguageSection({ resource }: { resource: Resource }) {
  if (!factsOf(resource.name).folder) return null;
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Language</legend>
      <Field
        name="lang"
        description="Screen readers, browsers and search engines read the words in this language. Arabic, Hebrew and others are set from right to left."
      />
    </fieldset>
  );
}

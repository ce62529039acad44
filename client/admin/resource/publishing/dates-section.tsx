import { factsOf } from '../../../../src/shared/module-facts.ts';
import { useTimeZone } from '../../components/choices-context.tsx';
import { Field } from '../field.tsx';
import type { Resource } from '../resource-types.ts';
import { PublicationBadge } from './publication-badge.tsx';
import classes from './publishing.module.css';

export function DatesSection({ resource, row }: { resource: Resource; row: object }) {
  const { publicBy, schedule } = factsOf(resource.name);
  const timeZone = useTimeZone();
  const { from, until } = schedule!;
  const zone = `Time zone: ${timeZone.replaceAll('_', ' ')}.`;
  const { visible, publication } = resource.words;
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Dates</legend>
      <PublicationBadge row={row} publicBy={publicBy} schedule={schedule} words={publication} />
      {publicBy && <Field name={publicBy} label={visible} />}
      {from && (
        <Field
          name={from}
          description={`${publicBy ? 'Leave empty to publish at once.' : 'Leave empty to show it at once.'} ${zone}`}
        />
      )}
      <Field
        name={until}
        description={`Optional. ${from ? 'Visitors no longer see it from then on.' : 'Visitors can apply until the end of this day.'} ${zone}`}
      />
    </fieldset>
  );
}

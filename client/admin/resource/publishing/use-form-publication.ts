import { factsOf } from '../../../../src/shared/module-facts.ts';
import { type PublicationState, publicationStateOf } from '../../../../src/shared/schedule.ts';
import { formatDateTime } from '../../core/format-dates.ts';
import { useFormContext } from '../form-context.tsx';

interface FormPublicationState {
  /** After a save of the form's values. */
  state: PublicationState;
  /** Whether visitors are to see the row now, later, or until now. */
  isMeant: boolean;
  /** Whether a save would publish a row that is hidden now. */
  isMeantNow: boolean;
  /** Of its beginning or end, for example '24 Nov 2026, 09:00 Berlin'. Undefined without a date. */
  moment: string | undefined;
  /** Whether a save would change the publication. Always true for a new row. */
  isChanged: boolean;
  /** For example '2026-11-24T09:00', or `''`. */
  from: string;
  publishNow: () => void;
  saveAsDraft: () => void;
  /** `wall` is local time in the site's time zone, for example '2026-11-24T09:00'. */
  schedule: (wall: string) => void;
}

/** The functions change the values of the surrounding form and do not save it. */
export function useFormPublication(): FormPublicationState {
  const { form, model, resource, row } = useFormContext();
  const facts = factsOf(resource.name);
  const { publicBy, schedule } = facts;
  const [from = '', until = ''] = [schedule?.startColumn, schedule?.endColumn];
  const { values, baseline } = form;
  const now = new Date();
  const momentOf = (name: string) => model.fields.get(name)?.kind.toInput(values)[name] as string | undefined;
  const [typed, end] = [momentOf(from), momentOf(until) || null];
  const isMeant = publicBy === null || Boolean(values[publicBy]);
  // The server sets the date at the first publication, so an undated one begins now.
  const begins = typed || (isMeant ? now.toISOString() : null);
  const state = publicationStateOf(
    facts,
    { ...(publicBy && { [publicBy]: isMeant }), [from]: begins, [until]: end },
    now,
  );
  const moment = state === 'ended' ? end : state === 'draft' ? undefined : typed;
  const names = [publicBy, from, until].filter((name) => name !== null && name !== '');
  const isAhead = Boolean(typed) && new Date(typed!) > now;
  const isOver = end !== null && new Date(end) <= now;
  /** An end that has passed would hide the row at once. */
  const changes = { ...(publicBy && { [publicBy]: true }), ...(isOver && { [until]: '' }) };
  return {
    state,
    isMeant,
    isMeantNow: isMeant && publicBy !== null && !baseline.values[publicBy],
    moment: moment ? formatDateTime(moment) : undefined,
    isChanged: !row || names.some((name) => values[name!] !== baseline.values[name!]),
    from: String(values[from] ?? ''),
    publishNow: () => form.setValues({ ...changes, ...(isAhead && { [from]: '' }) }),
    saveAsDraft: () => form.setValues({ [publicBy!]: false, ...(isAhead && { [from]: '' }) }),
    schedule: (wall) => form.setValues({ ...changes, [from]: wall }),
  };
}

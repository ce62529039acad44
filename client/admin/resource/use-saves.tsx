import type { ReactNode } from 'react';
import { factsOf } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import { formatDateTime } from '../core/format-dates.ts';
import { type FormCalls, queriesExceptRows, type SubmitOptions } from '../form/submit-record.ts';
import type { Members } from './field-kind.ts';
import type { FormModel } from './form-context.tsx';
import { moduleClient, type Row, type RowAnswer, rowIn } from './module-api.ts';
import { useSaveWithAddress } from './publishing/addresses.ts';
import type { Resource } from './resource-types.ts';

export function useSaveCalls(
  { name, title, afterSave }: Resource,
  model: FormModel,
  row?: Row,
): FormCalls<Members, Row> {
  const withAddress = useSaveWithAddress({ name, title }, row);
  const utils = trpc.useUtils();
  const finish = async (values: Members, answer: RowAnswer) => {
    const stored = rowIn(name, answer);
    await afterSave?.(utils.client, values, stored);
    return stored;
  };
  const saves = moduleClient(utils, name);
  const { publicBy } = factsOf(name);
  const isDraft = (values: Members, { mayLackValues }: SubmitOptions) =>
    mayLackValues && publicBy !== null && !values[publicBy];
  return {
    create: (values, options) =>
      withAddress(values, async (all) => {
        const { mutate } = isDraft(values, options) ? saves.saveDraft : saves.create;
        return finish(all, await mutate(model.toCreate(all), { context: options.context }));
      }),
    update: (values, { id, version }, options) =>
      withAddress(values, async (all) => {
        const { mutate } = isDraft(values, options) ? saves.saveDraft : saves.update;
        return finish(
          all,
          await mutate({ ...model.toUpdate(all), id, version }, { context: options.context }),
        );
      }),
    refresh: () => utils[name].invalidate(undefined, queriesExceptRows),
  };
}

/** The message links to the public page, or says when visitors will see a scheduled row. */
export function saveMessageOf({ name, siteHref }: Resource, words: string) {
  const { schedule } = factsOf(name);
  return (row: Row): ReactNode => {
    const href = siteHref(row);
    const from = schedule?.startColumn && row.state === 'scheduled' ? row[schedule.startColumn] : undefined;
    if (from) return `${words}. Visitors see it from ${formatDateTime(String(from))}.`;
    if (!href) return words;
    return (
      <>
        {words}{' '}
        <a href={href} target="_blank" rel="noreferrer">
          View on site
        </a>
      </>
    );
  };
}

import type { ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import { queriesExceptRows, type FormCalls } from '../form/submit-record.ts';
import type { Members } from './field-kind.ts';
import type { FormModel } from './form-model.ts';
import { type AfterSave, moduleClient, type Row, type RowAnswer, rowIn } from './module-api.ts';
import { useSaveWithAddress } from './publishing/addresses.ts';

interface SavedResource {
  name: ModuleName;
  /** The name of the column with the title. */
  title: string;
  model: FormModel;
}

/** Returns the calls with which a form creates and updates rows of a module. */
export function useSaveCalls(
  { name, title, model, afterSave }: SavedResource & { afterSave: AfterSave | undefined },
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
  return {
    create: (values, options) =>
      withAddress(values, async (all) =>
        finish(all, await saves.create.mutate(model.toCreate(all), options)),
      ),
    update: (values, { id, version }, options) =>
      withAddress(values, async (all) =>
        finish(all, await saves.update.mutate({ ...model.toUpdate(all), id, version }, options)),
      ),
    refresh: () => utils[name].invalidate(undefined, queriesExceptRows),
  };
}

/** Returns the calls with which the publishing drawer stores its values. */
export function usePublishingCalls(
  { name, title, model }: SavedResource,
  row: Row,
  onStored: ((row: Row) => void) | undefined,
): FormCalls<Members, Row> {
  const withAddress = useSaveWithAddress({ name, title }, row);
  const utils = trpc.useUtils();
  const { publishing } = moduleClient(utils, name);
  return {
    update: (values, { id, version }, options) =>
      withAddress(values, async (all) =>
        rowIn(name, await publishing.mutate({ ...model.toUpdate(all), id, version }, options)),
      ),
    refresh: () => utils[name].invalidate(),
    ...(onStored && { onStored }),
  };
}

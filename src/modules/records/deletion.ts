import type { FilterQuery } from '@mikro-orm/core';
import type { EditableView } from '../../database/columns.ts';
import { inTransaction, removeRow } from '../../database/transaction.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { Conflict } from '../../shared/errors.ts';
import { recordActivity } from '../activities/activities.service.ts';
import { holdChoices, settledValues } from '../settings/choices.service.ts';
import { releasePicture } from '../pictures/pictures.service.ts';
import { askForSizes, withRestoredPictures } from '../pictures/trashed-pictures.service.ts';
import { findThrownPicture, moveToTrash, restoreFromTrash } from '../trash/trash.service.ts';
import { type EditorialWork, findLocked, type Kind, pictureOf, type StoredEditable } from './kind.ts';
import { insertFields, toFields } from './stored-fields.ts';

export async function removeRows<View extends EditableView, Row extends StoredEditable>(
  { entity, table, module, subjectOf }: Kind<Row, View>,
  work: EditorialWork,
  ids: readonly number[],
): Promise<Outcomes> {
  const dropped: string[] = [];
  const outcomes = await inTransaction(work, (inside) =>
    forEachRow(ids, async (id) => {
      const row = await findLocked(inside, entity, id);
      if (!row) return 'not_found';
      const subject = subjectOf(row);
      const shown = pictureOf(inside, entity, row) ?? '';
      moveToTrash(inside, {
        ...{ module, item_id: id, title: subject.label, fields: toFields(inside, entity, row) },
        picture: isUploadPath(shown) ? shown : null,
      });
      await removeRow(inside, entity, id, table.missing);
      await recordActivity(inside, 'delete', module, subject);
      await inside.em.flush();
      // A hundred rows with long texts would fill the memory.
      inside.em.clear();
      dropped.push(shown);
      return 'changed';
    }),
  );
  for (const picture of dropped) await releasePicture(work, picture);
  return outcomes;
}

export async function restoreRows<View extends EditableView, Row extends StoredEditable>(
  { entity, module, subjectOf, earlier, listed }: Kind<Row, View>,
  work: EditorialWork,
  ids: readonly number[],
): Promise<Outcomes> {
  const pictures = new Map<number, string | null>();
  for (const id of ids) pictures.set(id, await findThrownPicture(work, module, id));
  const outcomes = await withRestoredPictures(work, [...pictures.values()], () =>
    inTransaction(work, async (inside) => {
      const choices = listed.length > 0 ? await holdChoices(inside) : undefined;
      return forEachRow(ids, async (id) => {
        const item = await restoreFromTrash(inside, module, id);
        if (!item) {
          const isThere = await inside.em.count(entity, { id } as FilterQuery<Row>);
          return isThere > 0 ? 'unchanged' : 'not_found';
        }
        const { picture = null, fields } = item;
        // The row was restored and deleted again meanwhile, with another picture.
        if (picture !== pictures.get(id)) throw new Conflict('This has just changed. Please try again.');
        if (picture) await askForSizes(inside, picture);
        await insertFields(inside, entity, { ...earlier?.(fields), ...fields });
        const row = await findLocked(inside, entity, id);
        const settled = choices ? settledValues(choices, listed, fields, fields) : {};
        if (Object.keys(settled).length > 0) row!.revise(settled, row!.updated_at);
        await recordActivity(inside, 'update', module, { ...subjectOf(row!), verb: 'Restored' });
        await inside.em.flush();
        inside.em.clear();
        return 'changed';
      });
    }),
  );
  work.sizes.wake();
  for (const { id, outcome } of outcomes.results) {
    // Someone else restored or deleted the row meanwhile.
    if (outcome !== 'changed') await releasePicture(work, pictures.get(id));
  }
  return outcomes;
}

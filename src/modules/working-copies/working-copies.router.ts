import { z } from 'zod';
import { Success, Timestamp } from '../../shared/fields.ts';
import { type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import { router } from '../../trpc/init.ts';
import { allowed } from '../../trpc/procedures.ts';
import { CopyInput, CopyKey, CopyView, ItemKey, maxCopyBytes } from './working-copies.schema.ts';
import { listCopies, removeCopy, saveCopy } from './working-copies.service.ts';

/** JSON with every quotation mark escaped. */
const requestBytes = 2 * maxCopyBytes;

function copiesOf(name: ModuleName) {
  const permitted = allowed(`${name}:manage`);
  return router({
    list: permitted
      .input(ItemKey)
      .output(z.object({ copies: z.array(CopyView) }))
      .query(async ({ ctx, input }) => ({ copies: await listCopies(ctx, name, input.item_id) })),

    save: permitted
      .meta({ textBytes: requestBytes })
      .input(CopyInput)
      .output(z.object({ saved_at: Timestamp }))
      .mutation(({ ctx, input }) => saveCopy(ctx, name, input)),

    remove: permitted
      .input(CopyKey)
      .output(Success)
      .mutation(({ ctx, input }) => removeCopy(ctx, name, input.opening)),
  });
}

export const workingCopiesRouter = router(
  Object.fromEntries(moduleNames.map((name) => [name, copiesOf(name)])) as Record<
    ModuleName,
    ReturnType<typeof copiesOf>
  >,
);

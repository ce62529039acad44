import { z } from 'zod';
import { Success, Timestamp } from '../../shared/fields.ts';
import { type EditedKind, editedKinds } from '../../shared/module-facts.ts';
import { allowed, router } from '../../trpc/procedures.ts';
import {
  AutosavedItem,
  AutosaveInput,
  AutosaveKey,
  AutosaveView,
  listAutosaves,
  maxAutosaveBytes,
  removeAutosave,
  storeAutosave,
} from './autosaves.ts';

/** A client may escape characters, so a request can be longer than the stored JSON. */
const requestBytes = 2 * maxAutosaveBytes;

function autosavesOf(name: EditedKind) {
  const permitted = allowed(`${name}:manage`);
  return router({
    list: permitted
      .input(AutosavedItem)
      .output(z.object({ copies: z.array(AutosaveView) }))
      .query(async ({ ctx, input }) => ({ copies: await listAutosaves(ctx, name, input.item_id) })),

    save: permitted
      .meta({ textBytes: requestBytes })
      .input(AutosaveInput)
      .output(z.object({ saved_at: Timestamp }))
      .mutation(({ ctx, input }) => storeAutosave(ctx, name, input)),

    remove: permitted
      .input(AutosaveKey)
      .output(Success)
      .mutation(({ ctx, input }) => removeAutosave(ctx, name, input.opening)),
  });
}

export const autosavesRouter = router(
  Object.fromEntries(editedKinds.map((name) => [name, autosavesOf(name)])) as Record<
    EditedKind,
    ReturnType<typeof autosavesOf>
  >,
);

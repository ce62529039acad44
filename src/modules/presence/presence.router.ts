import { Success } from '../../shared/fields.ts';
import { type EditedKind, editedKinds } from '../../shared/module-facts.ts';
import { router } from '../../trpc/init.ts';
import { allowed } from '../../trpc/procedures.ts';
import { Colleagues, Opened } from './presence.schema.ts';
import { recordFormClosed, recordFormOpened } from './presence.service.ts';

function presenceOf(name: EditedKind) {
  const permitted = allowed(`${name}:manage`);
  return router({
    open: permitted
      .input(Opened)
      .output(Colleagues)
      .mutation(({ ctx, input }) => recordFormOpened(ctx, name, input)),

    close: permitted
      .input(Opened.pick({ opening: true }))
      .output(Success)
      .mutation(({ ctx, input }) => recordFormClosed(ctx, name, input)),
  });
}

export const presenceRouter = router(
  Object.fromEntries(editedKinds.map((name) => [name, presenceOf(name)])) as Record<
    EditedKind,
    ReturnType<typeof presenceOf>
  >,
);

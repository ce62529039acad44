import { Success } from '../../shared/fields.ts';
import { type OpenedName, openedNames } from '../../shared/module-facts.ts';
import { router } from '../../trpc/init.ts';
import { allowed } from '../../trpc/procedures.ts';
import { Colleagues, Opened } from './presence.schema.ts';
import { tellClosed, tellOpen } from './presence.service.ts';

function presenceOf(name: OpenedName) {
  const permitted = allowed(`${name}:manage`);
  return router({
    open: permitted
      .input(Opened)
      .output(Colleagues)
      .mutation(({ ctx, input }) => tellOpen(ctx, name, input)),

    close: permitted
      .input(Opened.pick({ opening: true }))
      .output(Success)
      .mutation(({ ctx, input }) => tellClosed(ctx, name, input)),
  });
}

export const presenceRouter = router(
  Object.fromEntries(openedNames.map((name) => [name, presenceOf(name)])) as Record<
    OpenedName,
    ReturnType<typeof presenceOf>
  >,
);

import type { Ctx, ReadCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { ModuleName } from '../../shared/module-facts.ts';
import { parseRole, type Role } from '../../shared/roles.ts';

type Tables = {
  previews: { module: string; item_id: number; generation: number };
  users: { id: number; role: string; deactivated_at: Date | number | null };
};

/**
 * Returns the number in the signature of each link that shows the draft of this row. Returns 0 if the links
 * of the row were never withdrawn.
 */
export async function readGeneration({ read }: ReadCtx, module: string, id: number): Promise<number> {
  const row = await read
    .withTables<Tables>()
    .selectFrom('previews')
    .where('module', '=', module)
    .where('item_id', '=', id)
    .select('generation')
    .executeTakeFirst();
  return row?.generation ?? 0;
}

/** Returns the role of the person who made a link. Returns undefined when the account is deactivated or deleted. */
export async function readMakersRole({ read }: ReadCtx, id: number): Promise<Role | undefined> {
  const user = await read
    .withTables<Tables>()
    .selectFrom('users')
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .select('role')
    .executeTakeFirst();
  return user && parseRole(user.role);
}

/** Makes all links that show the draft of a row invalid. */
export async function raiseGeneration(ctx: Ctx, module: ModuleName, item_id: number): Promise<void> {
  await inTransaction(ctx, async ({ em }) => {
    await em
      .getKysely<Tables>()
      .insertInto('previews')
      .values({ module, item_id, generation: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['module', 'item_id'])
          .doUpdateSet((eb) => ({ generation: eb('previews.generation', '+', 1) })),
      )
      .execute();
  });
}

import type { Ctx, ReadCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import type { ModuleName } from '../../shared/module-facts.ts';
import { parseRole, type Role } from '../../shared/roles.ts';

/**
 * Returns the number in the signature of each link that shows the draft of this row. Returns 0 if the links
 * of the row were never withdrawn.
 */
export async function readGeneration({ read }: ReadCtx, module: ModuleName, id: number): Promise<number> {
  const row = await read
    .selectFrom('previews')
    .where('module', '=', module)
    .where('item_id', '=', id)
    .select('generation')
    .executeTakeFirst();
  return row?.generation ?? 0;
}

/** Who made a link. `token_id` is the API token with which a program made it. */
export interface PreviewMaker {
  id: number;
  generation: number;
  token_id?: number | undefined;
}

/** Returns the number in the signature of each link of a person. */
export async function readMakersGeneration({ read }: ReadCtx, id: number): Promise<number> {
  const user = await read
    .selectFrom('users')
    .where('id', '=', id)
    .select('preview_generation')
    .executeTakeFirst();
  return user?.preview_generation ?? 0;
}

/**
 * Returns the role of the person who made a link. Returns undefined when the account is deactivated or deleted, when
 * all links of the person have ended since, or when the API token that made the link was revoked.
 */
export async function readMakersRole({ read }: ReadCtx, maker: PreviewMaker): Promise<Role | undefined> {
  const active = read
    .selectFrom('users')
    .where('users.id', '=', maker.id)
    .where('deactivated_at', 'is', null)
    .where('preview_generation', '=', maker.generation)
    .select('role');
  const { token_id } = maker;
  const user = await (token_id === undefined
    ? active
    : active.innerJoin('api_tokens', 'api_tokens.user_id', 'users.id').where('api_tokens.id', '=', token_id)
  ).executeTakeFirst();
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

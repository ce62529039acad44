import type { OperationContext, ReadContext } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { ModuleName } from '../../shared/module-facts.ts';

type Tables = { previews: { module: string; item_id: number; generation: number } };

/** The generation is a part of each signature. */
export async function readGeneration({ read }: ReadContext, module: string, id: number): Promise<number> {
  const row = await read
    .withTables<Tables>()
    .selectFrom('previews')
    .where('module', '=', module)
    .where('item_id', '=', id)
    .select('generation')
    .executeTakeFirst();
  return row?.generation ?? 0;
}

/** Ends all links of a row. */
export async function raiseGeneration(
  work: OperationContext,
  module: ModuleName,
  item_id: number,
): Promise<void> {
  await inTransaction(work, async ({ em }) => {
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

import type { Where } from '../../database/list/table.ts';
import type { Ctx } from '../../database/ctx.ts';
import type { ContentKind } from '../content-kind.ts';

/** Returns the view of a row. @throws {NotFound} when the row does not exist or does not match `where` */
export async function readRow<Row, View>(
  { table, toView }: Pick<ContentKind<Row, View>, 'table' | 'toView'>,
  { read }: Pick<Ctx, 'read'>,
  id: number,
  where?: Where<View>,
): Promise<View> {
  return toView(await table.get(read, id, where));
}

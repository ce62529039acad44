import type { Ctx } from '../../database/ctx.ts';
import type { PrivateFiles } from '../../pictures/files/storage.ts';
import { IncomingMail } from '../inbox/incoming-mail.entity.ts';

const keptMs = 30 * 24 * 60 * 60_000;
const maxBytes = 500 * 1024 * 1024;
const atOnce = 200;

type SourcesCtx = Pick<Ctx, 'em' | 'now'> & { privateFiles: PrivateFiles };

/** Removes the sources of mails after 30 days, and the oldest ones while all have more than 500 MB. */
export async function trimSources(ctx: SourcesCtx, limit = maxBytes): Promise<void> {
  const old = new Date(ctx.now.getTime() - keptMs);
  for (;;) {
    const mails = await ctx.em
      .fork()
      .find(
        IncomingMail,
        { source_key: { $ne: null } },
        { orderBy: { created_at: 'asc', id: 'asc' }, limit: atOnce },
      );
    let beyond = (await sumOfBytes(ctx)) - limit;
    const due = mails.filter(({ created_at, source_bytes }) => {
      const isDue = created_at < old || beyond > 0;
      if (isDue) beyond -= source_bytes;
      return isDue;
    });
    for (const { id, source_key } of due) {
      // The row first: a file without a row is swept, a row without its file would promise one.
      await ctx.em.nativeUpdate(IncomingMail, { id }, { source_key: null, source_bytes: 0 });
      if (source_key) await ctx.privateFiles.remove(source_key);
    }
    if (due.length < atOnce) return;
  }
}

async function sumOfBytes({ em }: Pick<Ctx, 'em'>): Promise<number> {
  const { sum } = await em
    .getKysely<{ incoming_mails: { source_bytes: number } }>()
    .selectFrom('incoming_mails')
    .select((eb) => eb.fn.sum<number | string | null>('source_bytes').as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

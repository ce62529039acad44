import type { ReadCtx } from '../../database/ctx.ts';
import { type Columns, formattedIn } from '../../shared/columns.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { undescribedIn } from '../../shared/writing/media-ids.ts';
import { findMediaFacts } from '../../pictures/media-items.service.ts';

/** Each picture of a published text that the library has needs a description, in the text or there. @throws {RuleBroken} */
export async function requireDescribed(
  { read }: ReadCtx,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [key, html] of Object.entries(texts)) {
    const ids = undescribedIn(html);
    const facts = await findMediaFacts({ read }, ids);
    const count = ids.filter((id) => facts.get(id)?.alt === null).length;
    if (count === 0) continue;
    const what = count === 1 ? '1 picture shows, or mark it' : `${count} pictures show, or mark them`;
    throw RuleBroken.of(key, `Say what ${what} as decoration.`);
  }
}

/** Returns the function that reads the formatted texts of a row. */
export function textsOf(columns: Columns): (words: object) => Record<string, string> {
  const formatted = formattedIn(columns);
  return (words) =>
    Object.fromEntries(formatted.map((key) => [key, String((words as Record<string, unknown>)[key] ?? '')]));
}

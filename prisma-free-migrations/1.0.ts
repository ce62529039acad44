import { addPreviewEnds } from './1.0-assistants.ts';
import { sql } from 'kysely';
import { addStages } from './1.0-applicants.ts';
import { addResultLine } from './1.0-case-studies.ts';
import { orderMessages } from './1.0-inbox.ts';
import { addExternalIds } from './1.0-external-ids.ts';
import { addIncomingMail, keyIncomingMails } from './1.0-incoming-mail.ts';
import { addLogFilters, addUndo } from './1.0-undo.ts';
import { addVisits } from './1.0-visits.ts';
import { addWebhooks } from './1.0-webhooks.ts';
import { addLanguages } from './1.0-translated-people.ts';
import { addTranslations } from './1.0-translations.ts';
import {
  addColumns,
  createIndexes,
  createTable,
  type Db,
  isPostgresql,
  migration,
  rewriteRows,
  toMoment,
} from './schema.ts';

/**
 * The steps from version 0.2 to version 1.0, in the order in which they run. Each runs once on a database, so append
 * steps, and never edit one that is on `main`. The release joins them.
 */
export const steps10 = [
  // How often the preview links of a person were ended, all at once.
  migration('20261128-preview-makers', (db) =>
    addColumns(db, 'users', { preview_generation: ['integer', 0] }),
  ),
  // Searches ignore kinds of the same sign, invisible characters and the marks of Arabic letters.
  migration('20261128-search-words', foldWords),
  migration('20261128-one-signing-key', removeSigningKeys),
  // Pictures stay where they were stored. The start moves those in the private storage back.
  migration('20261128-files-stay', async (db) => {
    await sql`delete from sweep_candidates where kind = 'away'`.execute(db);
  }),
  // A size of a picture is made when it is first requested, so no queue of pictures without sizes is needed.
  migration('20261128-sizes-on-demand', dropSizeQueue),
  migration('20261128-message-order', orderMessages),
  migration('20261128-incoming-mail', addIncomingMail),
  migration('20261128-incoming-mail-key', keyIncomingMails),
  migration('20261128-applicants', addStages),
  migration('20261128-result-line', addResultLine),
  migration('20261128-visits', addVisits),
  migration('20261128-webhooks', addWebhooks),
  // Programs find a row, also a draft, by its slug.
  migration('20261128-slugs', async (db) => {
    for (const table of ['posts', 'projects', 'jobs', 'pages']) await createIndexes(db, table, [['slug']]);
  }),
  migration('20261128-translations', addTranslations),
  migration('20261128-preview-ends', addPreviewEnds),
  migration('20261128-undo', addUndo),
  migration('20261129-external-ids', addExternalIds),
  migration('20261129-log-filters', addLogFilters),
  migration('20261129-translated-people', addLanguages),
];

/**
 * Removes the signing keys of each purpose. The next start makes the one for all. A site that had keys gets an event in
 * the security log, of which the dashboard tells admins.
 */
async function removeSigningKeys(db: Db): Promise<void> {
  // Makes SQLite overwrite the keys that version 0.1 did not encrypt.
  if (!isPostgresql(db)) await sql`pragma secure_delete = on`.execute(db);
  const replaced = await db.selectFrom('secrets').select('name').limit(1).execute();
  await db.schema.dropTable('secrets').execute();
  await createTable(db, 'secrets', { name: 'text', value: 'text' }, { primaryKey: ['name'] });
  if (replaced.length === 0) return;
  await db
    .insertInto('security_events')
    .values({
      type: 'keys_rotated',
      address: 'upgrade',
      details: JSON.stringify({ reason: 'signing key' }),
      created_at: toMoment(db, Date.now()),
      search_text: 'upgrade',
    })
    .execute();
}

async function dropSizeQueue({ schema }: Db): Promise<void> {
  await schema.dropIndex('pictures_sized_at_created_at_index').execute();
  for (const column of ['sized_at', 'claimed_until', 'tries'])
    await schema.alterTable('pictures').dropColumn(column).execute();
}

const titled = { search_text: 'text', sort_title: 'text' } as const;
const searched = { search_text: 'text' } as const;
const folded: Readonly<Record<string, Readonly<Record<string, 'text'>>>> = {
  posts: titled,
  members: titled,
  jobs: titled,
  projects: titled,
  testimonials: titled,
  clients: titled,
  pages: titled,
  media: titled,
  users: searched,
  trash_items: searched,
  security_events: searched,
  messages: searched,
  activities: { search_text: 'text', open_search_text: 'text' },
};

const plain: Readonly<Record<string, string>> = {
  ...{ đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' },
};
const unheard =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06e8\u06ea-\u06ed\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]|[\ufe00-\ufe0f]/g;

/** Folds a text further that an earlier version has folded. */
function foldSigns(text: string): string {
  return text
    .normalize('NFD')
    .replace(unheard, '')
    .normalize('NFC')
    .replace(/[đðþħŧٱىیکة]/g, (letter) => plain[letter]!)
    .replace(/[`‘’‚‛′‹›ʹʻʼʽ]/g, "'")
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‐‑‒–—―⁃−]/g, '-')
    .replace(/[^\S\n]+/g, ' ');
}

export async function foldWords(db: Db): Promise<void> {
  for (const [table, columns] of Object.entries(folded)) {
    await rewriteRows(db, table, { from: [], to: columns }, (row) =>
      Object.fromEntries(Object.keys(columns).map((name) => [name, foldSigns(String(row[name]))])),
    );
  }
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textsByLanguage } from '../../src/shared/site-texts/texts-by-language.ts';
import { decodeMail } from './catalogue-words.ts';

/**
 * Returns the mails in an outbox folder as they were written, except notices of new sign-ins. A server sends such a
 * notice a minute after its start, so only on a slow machine it arrives during a test. Leaves out files that are still
 * empty, because they are being written. Returns nothing if the folder does not exist.
 */
export async function readWrittenMails(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.sort().map((name) => readFile(join(folder, name))));
  const signIns = Object.values(textsByLanguage).map(
    ({ accountMails }) => accountMails.events.sign_in.subject,
  );
  return files.filter(
    (file) => file.length > 0 && !signIns.some((subject) => decodeMail(file).startsWith(subject)),
  );
}

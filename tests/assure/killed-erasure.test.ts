import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { OutboxMail } from '../../src/modules/outbox/queue.ts';
import { Erasure } from '../../src/modules/privacy/erasure.entity.ts';
import { killAtSteps, runCommand } from '../support/commands.ts';
import { copyDatabase, openTestDatabase } from '../support/database.ts';
import { createMessage } from '../support/factories.ts';
import { chooseByForm } from '../support/test-form.ts';
import { sharedKey } from '../support/running-server.ts';
import { unzip } from '../support/zip.ts';
import { addFigures } from './figures.ts';

const email = 'eva.mark@example.com';
const mark = 'Markerwords';
/** More than one transaction. */
const messages = 130;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-erased-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('an erasure that is killed at any step leaves no file behind after a repetition', async (context) => {
  const at = (...names: string[]) => join(folder, ...names);
  await fill(at('filled'));
  const env = { DATA_DIR: at('data'), ...sharedKey };
  const erase = (more: Record<string, string> = {}, options: string[] = []) =>
    runCommand({ ...env, ...more }, 'privacy', ['erase', email, '--reference', 'Letter 7'], options);

  // The command finds and exports before.
  await cp(at('filled'), at('data'), { recursive: true });
  const found = await runCommand(env, 'privacy', ['find', email]);
  expect(found.stdout, found.stderr).toContain(`Messages: ${messages}.`);
  const exported = await runCommand(env, 'privacy', ['export', email, '--to', at('person.zip')]);
  expect(exported, exported.stderr).toMatchObject({ code: 0 });
  const files = unzip(await readFile(at('person.zip')));
  expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(messages);
  const again = await runCommand(env, 'privacy', ['export', email, '--to', at('person.zip')]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);

  const steps = chooseByForm(20, 3);
  const killed = await killAtSteps(erase, {
    steps,
    prepare: async () => {
      await rm(at('data'), { recursive: true, force: true });
      await cp(at('filled'), at('data'), { recursive: true });
    },
    expectWhole: async (step) => {
      const ended = await erase();
      expect(ended, `${step}: ${ended.stderr}`).toMatchObject({ code: 0 });
      expect(await tracesIn(at('data')), String(step)).toEqual([]);
      expect(await readdir(at('data', 'private'))).toEqual([]);
      const database = await openTestDatabase({ dataDir: at('data') });
      const em = database.fork();
      const [left, proofs] = [await em.find(Message, {}), await em.find(Erasure, {})];
      await database.close();
      expect(left.map(({ email: address }) => address)).toEqual(['tom@example.com']);
      // A proof that was finished before the kill is followed by one that found nothing.
      expect(proofs.map(({ is_done }) => is_done)).toEqual(proofs.map(() => true));
    },
  });
  expect(killed).toBe(steps);
  addFigures(context, { kills: killed });
});

async function fill(dataDir: string): Promise<void> {
  const database = await copyDatabase('sqlite', dataDir);
  for (const name of ['private', 'outbox']) await mkdir(join(dataDir, name));
  const em = database.fork();
  for (let number = 0; number < messages; number += 1) {
    const key = `${String(number).padStart(32, '0')}-${'1'.repeat(16)}.pdf`;
    await writeFile(join(dataDir, 'private', key), `%PDF ${mark}`);
    const words = { email, subject: mark, message: mark, attachment_key: key, attachment_name: 'cv.pdf' };
    await createMessage(em, words);
  }
  await createMessage(em, { email: 'tom@example.com' });
  const at = new Date().toISOString();
  const mail = { address: 'office@example.com', reply_to: email, subject: mark, text: mark };
  em.persist(em.create(OutboxMail, { ...mail, tries: 0, next_try_at: at, created_at: at }));
  await em.flush();
  await writeFile(join(dataDir, 'outbox', '1.eml'), `To: <${email}>\r\n\r\n${mark}`);
  await database.close();
}

async function tracesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = (await readFile(join(entry.parentPath, entry.name))).toString('latin1');
    if (text.includes(mark) || text.includes(mark.toLowerCase()) || text.includes(email))
      found.push(entry.name);
  }
  return found;
}

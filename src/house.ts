import { join } from 'node:path';
import { migrations } from '../prisma-free-migrations/list.ts';
import type { Settings } from './config/env.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { entities } from './entities.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createPictures, type Pictures } from './media/pictures.ts';
import { createFolderStorage, type Storage } from './media/storage.ts';
import { createPasswords, type Passwords } from './security/passwords.ts';
import { createSecrets, type Secrets } from './security/secrets.ts';

/** The long-lived parts that the server and the commands are made of. */
export interface House {
  database: Database;
  storage: Storage;
  pictures: Pictures;
  passwords: Passwords;
  limits: Limits;
  secrets: Secrets;
  mailer: Mailer;
  /** The address that visitors use. */
  publicUrl: string;
  /** Where uploads lie until somebody takes them over. */
  quarantine: string;
}

/**
 * Opens database and storage as the settings say.
 *
 * @throws with one clear line when one of them can not be used
 */
export async function openHouse(settings: Settings): Promise<House> {
  const { DATA_DIR: dataDir, DATABASE_URL: url, SMTP_URL: smtpUrl, MAIL_FROM: from } = settings;
  const storage = createFolderStorage(join(dataDir, 'uploads'));
  await orExplain(`DATA_DIR ${dataDir} can not be written`, () => storage.ping());
  const database = await orExplain('the database can not be opened', async () => {
    const opened = await openDatabase({ entities, migrations, url, dataDir });
    await opened.ping();
    return opened;
  });
  const quarantine = join(dataDir, 'quarantine');
  return {
    database,
    storage,
    quarantine,
    pictures: createPictures(storage, quarantine),
    passwords: createPasswords(),
    limits: createLimits(database),
    secrets: createSecrets(database),
    mailer: createMailer({ smtpUrl, from, outbox: join(dataDir, 'outbox') }),
    publicUrl: settings.PUBLIC_URL,
  };
}

async function orExplain<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw new Error(`${what}: ${reasonOf(cause)}`, { cause });
  }
}

/** The innermost message: drivers wrap, and a refused connection comes as an aggregate without words. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause ? reasonOf(cause.cause) : (cause.message.split('\n')[0] ?? '');
}

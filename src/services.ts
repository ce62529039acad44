import { join } from 'node:path';
import { migrations } from '../prisma-free-migrations/list.ts';
import type { BackupTarget } from './backup/manifest.ts';
import type { Settings } from './config/env.ts';
import { makeDataFolder } from './data-folder.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { entityMetadataOf, pictureColumnsOf, privateFileColumnsOf } from './database/file-columns.ts';
import { joinMigrationNames } from './database/migrate.ts';
import { createRateLimiter, type RateLimiter } from './limits/rate-limiter.ts';
import { createMailboxAccess, type MailboxAccess } from './mail/mailbox.ts';
import { readMailboxSettings } from './mail/mailbox-settings.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { findProofs } from './modules/auth/second-factor.ts';
import {
  createFolderStorage,
  createPrivateFiles,
  type PrivateFiles,
  type Storage,
} from './pictures/files/storage.ts';
import { createPictureStore, type PictureStore } from './pictures/processing/picture-store.ts';
import { createPngCache, type PngCache } from './pictures/processing/png-cache.ts';
import { entities } from './entities.ts';
import { createPasswords, type Passwords } from './security/passwords.ts';
import { openSealingKeys, type SealingKeys } from './security/sealing.ts';
import { createSecrets, type Secrets } from './security/secrets.ts';
import { createBrandLookFinder, createSiteSettings, type SettingsSource } from './settings/site-settings.ts';
import type { BrandLook } from './shared/brand/brand-look.ts';
import type { IdentityProvider } from './security/identity-provider.ts';
import type { Role } from './shared/roles.ts';
import type { SiteSettingsSource } from './shared/settings/site-settings.ts';
import type { FindProofs } from './trpc/context.ts';
import { createHtmlCleaner, type HtmlCleaner } from './workers/html-cleaner.ts';
import { createMailReader, type MailReader } from './workers/mail-reader.ts';

/** Visitors can download `uploads`, but not `private` files. */
type FileBucket = 'uploads' | 'private';

export interface AppServices {
  database: Database;
  storage: Storage;
  pictures: PictureStore;
  privateFiles: PrivateFiles;
  shareCards: PngCache;
  passwords: Passwords;
  cleaner: HtmlCleaner;
  mailReader: MailReader;
  mailbox: MailboxAccess;
  limits: RateLimiter;
  secrets: Secrets;
  sealingKeys: SealingKeys;
  mailer: Mailer;
  notifyEmails: readonly string[];
  sso: IdentityProvider | null;
  siteSettings: SettingsSource;
  findLook(hash: string): Promise<BrandLook | undefined>;
  /** Without a trailing slash. */
  publicUrl: string;
  webhookHosts: readonly string[];
  stepUpMinutes: number;
  secondFactorRoles: readonly Role[];
  findProofs: FindProofs;
  quarantine: string;
}

export async function openServices(settings: Settings): Promise<AppServices> {
  const { DATA_DIR: dataDir, DATABASE_URL: url, SMTP_URL: smtpUrl, PUBLIC_URL: publicUrl } = settings;
  await makeDataFolder(dataDir);
  const folder = openFolderStorage(settings, 'uploads');
  await orExplain(`DATA_DIR ${dataDir} cannot be written`, () => folder.ping());
  const storage = (await openS3Store(settings, 'uploads')) ?? folder;
  if (storage !== folder) await orExplain('the S3 store cannot be reached', () => storage.ping());
  const database = await orExplain('the database cannot be opened', async () => {
    const connected = await openDatabase({ entities, migrations, url, dataDir });
    await connected.ping();
    return connected;
  });
  const quarantine = join(dataDir, 'quarantine');
  const cleaner = createHtmlCleaner();
  const siteSettings = createSiteSettings(database, cleaner);
  const keys = openSealingKeys(settings);
  const from = settings.MAIL_FROM ?? senderOf(siteSettings, publicUrl);
  return {
    database,
    storage,
    quarantine,
    pictures: createPictureStore(storage, quarantine),
    privateFiles: createPrivateFiles(await openFileStorage(settings, 'private')),
    shareCards: createPngCache(join(dataDir, 'cards')),
    passwords: createPasswords(),
    cleaner,
    mailReader: createMailReader({ folder: quarantine }),
    mailbox: createMailboxAccess(readMailboxSettings(settings)),
    limits: createRateLimiter(database),
    secrets: createSecrets(database, keys),
    sealingKeys: keys,
    mailer: createMailer({ smtpUrl, from, outbox: join(dataDir, 'outbox') }),
    notifyEmails: settings.NOTIFY_EMAIL,
    sso: await openIdentityProvider(settings),
    siteSettings,
    findLook: createBrandLookFinder(database, siteSettings),
    publicUrl,
    webhookHosts: settings.WEBHOOK_HOSTS,
    stepUpMinutes: settings.STEP_UP_MINUTES,
    secondFactorRoles: settings.SECOND_FACTOR_ROLES,
    findProofs,
  };
}

function senderOf({ current }: SiteSettingsSource, publicUrl: string) {
  const address = `no-reply@${new URL(publicUrl).hostname}`;
  return async () => ({ name: (await current()).company.name, address });
}

export function openFolderStorage({ DATA_DIR }: Settings, kind: FileBucket): Storage {
  return createFolderStorage(join(DATA_DIR, kind));
}

/** The S3 store if there is one, or the folder in the data folder. */
export async function openFileStorage(settings: Settings, kind: FileBucket): Promise<Storage> {
  return (await openS3Store(settings, kind)) ?? openFolderStorage(settings, kind);
}

export async function openS3Store(settings: Settings, kind: FileBucket): Promise<Storage | undefined> {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings;
  if (!bucket || !id || !secret) return undefined;
  // On demand, because most installations use no S3 store.
  const { createS3Storage } = await import('./pictures/files/s3-storage.ts');
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = settings;
  return createS3Storage({
    endpoint,
    bucket,
    region,
    accessKeyId: id,
    secretAccessKey: secret,
    prefix: `${kind}/`,
  });
}

/** Contacts nobody. Returns null when the settings contain no provider. */
export async function openIdentityProvider(settings: Settings): Promise<IdentityProvider | null> {
  const { SSO_ISSUER: issuer, PUBLIC_URL: publicUrl } = settings;
  if (!issuer) return null;
  // On demand, because most installations use no provider.
  const { createIdentityProvider } = await import('./modules/sso/provider.ts');
  return createIdentityProvider({
    issuer,
    clientId: settings.SSO_CLIENT_ID,
    clientSecret: settings.SSO_CLIENT_SECRET,
    rolesClaim: settings.SSO_ROLES_CLAIM,
    scriptUrl: settings.SSO_SCRIPT_URL,
    scriptGlobal: settings.SSO_SCRIPT_GLOBAL,
    redirectUri: `${publicUrl}/admin/sso/callback`,
  });
}

export async function orExplain<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw new Error(`${what}: ${reasonOf(cause)}`, { cause });
  }
}

/** Drivers wrap their errors, and a refused connection has several: the innermost, first one counts. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause ? reasonOf(cause.cause) : (cause.message.split('\n')[0] ?? '');
}

/** Opens no database, contacts no S3 store and creates nothing. */
export async function backupTargetOf(settings: Settings): Promise<BackupTarget> {
  const described = entityMetadataOf(entities);
  const { DATA_DIR: dataDir, DATABASE_URL: url } = settings;
  return {
    dataDir,
    url,
    buckets: {
      uploads: await openFileStorage(settings, 'uploads'),
      private: await openFileStorage(settings, 'private'),
    },
    tables: described.map(({ tableName }) => tableName),
    migrations,
    fileColumns: [
      ...pictureColumnsOf(described).map((column) => ({ ...column, bucket: 'uploads' as const })),
      ...privateFileColumnsOf(described).map((column) => ({ ...column, bucket: 'private' as const })),
    ],
    makeTables,
  };
}

export function openSiteDatabase(url: string | undefined, dataDir: string): Promise<Database> {
  return openDatabase({ entities, migrations, url, dataDir });
}

async function makeTables(url: string, executed: readonly string[]): Promise<void> {
  const { orm, close } = await openSiteDatabase(url, '');
  try {
    await orm.migrator.up({ migrations: joinMigrationNames(migrations, executed) });
  } finally {
    await close();
  }
}

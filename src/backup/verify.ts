import pg from 'pg';
import { readArchive } from './archive-reader.ts';
import { openArchivedRows } from './archived-rows.ts';
import type { Manifest } from './manifest.ts';
import { type Place, withPassingFolder } from './place.ts';
import { connect } from './postgresql-rows.ts';
import type { OnProgress } from './progress.ts';
import { bringIntoPostgresql, expectSame, unpackSqlite } from './restore.ts';
import { openSqliteRows } from './sqlite-rows.ts';

/**
 * Proves that an archive can be restored, by restoring it to a temporary target: compares the hash of each part, restores the
 * database and compares it table by table. An archive of pg_dump is restored into a temporary database on the configured server.
 *
 * @throws with what is wrong
 */
export async function verifyBackup(
  place: Place,
  file: string,
  onProgress: OnProgress = () => {},
): Promise<Manifest> {
  return withPassingFolder(place.dataDir, async (folder) => {
    const manifest = await readArchive(file, folder, (name) => name.startsWith('database/'), onProgress);
    if (manifest.database === 'sqlite')
      await expectSame(manifest, openSqliteRows(await unpackSqlite(folder)));
    else if (place.url) await restoreBeside(place, place.url, manifest, folder);
    else if (manifest.database === 'rows') await expectSame(manifest, openArchivedRows(folder, manifest));
    else throw new Error('the backup is of a PostgreSQL: DATABASE_URL must name a server to prove it on');
    return manifest;
  });
}

async function restoreBeside(place: Place, url: string, manifest: Manifest, folder: string): Promise<void> {
  const name = `atrium_proof_${crypto.randomUUID().replaceAll('-', '')}`;
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  const client = await connect(url);
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)} template template0`);
    await bringIntoPostgresql(place, beside.href, manifest, folder).finally(() =>
      client.query(`drop database ${pg.escapeIdentifier(name)}`),
    );
  } finally {
    await client.end();
  }
}

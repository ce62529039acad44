// On both databases: an insert that only one of several callers may win.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { acquireLease } from '../../src/locks/lease.ts';
import { openServices } from '../../src/services.ts';
import { copyDatabase, createPostgresql, databaseKinds } from '../support/database.ts';
import { launch } from '../support/running-server.ts';

test.each(databaseKinds)(
  'who waits for the lease of a killed process gets it and is not refused, on %s',
  async (kind) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-leases-'));
    const url = kind === 'postgresql' ? await createPostgresql('atrium_base') : undefined;
    if (!url) await (await copyDatabase(kind, dataDir)).close();
    const env = { DATA_DIR: dataDir, SEED: 'none', ...(url && { DATABASE_URL: url }) };
    const now = new Date();
    const named = { LEASE_NAME: 'a picture', LEASE_TAKEN_AT: now.toISOString() };
    const holder = launch({ ...env, ...named }, [process.execPath, 'tests/support/lease-holder.ts']);
    await once(holder.process.stdout!, 'data');
    await holder.end('SIGKILL');
    expect(holder.output()).toBe('held\n');

    const { database } = await openServices(readSettings(env));
    // A request at the moment of the kill waits for up to fifteen seconds.
    const lastLook = new Date(now.getTime() + 14_000);
    const lease = await acquireLease({ em: database.fork(), now: lastLook }, 'a picture');
    expect(() => lease.expectHeld()).not.toThrow();
    await lease[Symbol.asyncDispose]();
    await database.close();
    await rm(dataDir, { recursive: true });
  },
);

import { readSettings } from '../../src/config/env.ts';
import { acquireLease } from '../../src/locks/lease.ts';
import { openServices } from '../../src/services.ts';

// A program that takes the lease `LEASE_NAME` at the time `LEASE_TAKEN_AT`. The lease is held until the
// process is killed.

const { LEASE_NAME: name = '', LEASE_TAKEN_AT: takenAt = '', ...env } = process.env;
const { database } = await openServices(readSettings(env));
await acquireLease({ em: database.fork(), now: new Date(takenAt) }, name);
console.log('held');
await new Promise((resolve) => setInterval(resolve, 2 ** 30));

import { createHmac, hkdfSync } from 'node:crypto';
import { defineEntity } from '@mikro-orm/core';
import { textColumn } from '../database/columns.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import { lockName } from '../locks/name-lock.ts';
import { expectSealingKeys, seal, type SealingKeys, unseal } from './sealing.ts';
import { isSameSecret } from './random-secrets.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long a signature is accepted at most, in milliseconds. */
export const signatureLifetimes = {
  device: 365 * day,
  'visitor form': day,
  'visitor post': 10 * minute,
  'sso-flow': 10 * minute,
  preview: 30 * day,
  'sign-in': 15 * minute,
} as const;
export type SigningPurpose = keyof typeof signatureLifetimes;

/** The name and place of the key from which those of all purposes are derived. */
export const signingKeyName = 'signing key';

/** How long an instance uses the key before it reads it again: a command may replace it. */
const freshMs = 5000;

/** The sealing key is not in the database. */
export interface Secrets {
  /** 43 characters. */
  sign(purpose: SigningPurpose, text: string): Promise<string>;
  verify(purpose: SigningPurpose, text: string, signature: string): Promise<boolean>;
  /**
   * Call it in the transaction that stores the value: it locks the sealed values against a change of the sealing key.
   */
  seal(tx: Pick<Ctx, 'em'>, place: string, text: string): Promise<string>;
  /** @throws {Error} when no key opens the value */
  unseal(place: string, value: string): string;
}

export function createSecrets({ read }: Pick<Database, 'read'>, keys: SealingKeys): Secrets {
  let known: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<string> | undefined;

  const readAgain = async () => {
    try {
      known = await readSigningKey(read, keys);
      readAt = performance.now();
      return known;
    } catch (error) {
      // The known key stays in use while the database is unavailable.
      if (known === undefined) throw error;
      return known;
    } finally {
      reading = undefined;
    }
  };
  const signingKey = async () => {
    if (known !== undefined && performance.now() - readAt <= freshMs) return known;
    reading ??= readAgain();
    return reading;
  };
  const sign = async (purpose: SigningPurpose, text: string) => {
    const key = Buffer.from(hkdfSync('sha256', await signingKey(), '', purpose, 32));
    return createHmac('sha256', key).update(text).digest('base64url');
  };
  return {
    sign,
    verify: async (purpose, text, signature) => isSameSecret(await sign(purpose, text), signature),
    seal: async (tx, place, text) => {
      await lockSecrets(tx);
      return seal(expectSealingKeys(keys)[0], place, text);
    },
    unseal: (place, value) => unseal(keys.read(), place, value),
  };
}

async function readSigningKey(read: Connection, keys: SealingKeys): Promise<string> {
  const { value } = await read
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', signingKeyName)
    .executeTakeFirstOrThrow(() => new Error('there is no signing key: the next start makes one'));
  return unseal(keys.read(), signingKeyName, value);
}

/** Until the end of the transaction, so that no value misses a change of the sealing key. */
export function lockSecrets(tx: Pick<Ctx, 'em'>): Promise<void> {
  return lockName(tx, 'secrets');
}

/** Has the owner, so a copy in another account cannot be opened. */
export function factorPlace({ user_id, credential_id }: { user_id: number; credential_id: string }): string {
  return `factors/${user_id}/${credential_id}`;
}

/** Of both secrets of a webhook, so that the current one becomes the old one without being opened. */
export function webhookPlace(id: number): string {
  return `webhooks/${id}`;
}

export const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    name: textColumn('nothing').primary(),
    value: textColumn('secret'),
  },
});

class Secret extends SecretSchema.class {}

SecretSchema.setClass(Secret);

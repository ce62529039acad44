import { createHash, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { findStoredResponse, type IdempotentCall } from '../idempotency/idempotency.ts';
import { RuleBroken } from '../shared/errors.ts';
import { Upload } from '../shared/uploads.ts';
import type { SignedInContext } from './context.ts';

export const idempotencyHeader = 'Idempotency-Key';
/** Tells the caller that the call takes no key, so that a repeated call is made again. */
export const ignoredKeyHeader = 'Idempotency-Key-Ignored';
export const idempotencyKeyLength = { min: 8, max: 128 };

export function readIdempotencyKey(
  headers: Record<string, string | string[] | undefined>,
): string | undefined {
  const value = headers[idempotencyHeader.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

interface Call<C, Input> {
  ctx: C;
  input: Input;
  path: string;
}

/**
 * Runs `act` once for each `Idempotency-Key`; a repeated call gets the stored response. `act` must use
 * `inIdempotentTransaction`.
 * @throws {RuleBroken} when the key is malformed, or was sent before with a different input
 */
export async function runIdempotent<C extends SignedInContext, Input, T>(
  { ctx, input, path }: Call<C, Input>,
  act: (ctx: C & { repeat: IdempotentCall | undefined }, input: Input) => Promise<T>,
): Promise<T> {
  const key = readKey(ctx.request.repeatKey);
  if (key === undefined) return act({ ...ctx, repeat: undefined }, input);
  const repeat = await toRepeat(key, ctx.viewer.id, { path, input });
  const earlier = await findFirst<T>(ctx, repeat);
  if (earlier) return earlier.answer;
  try {
    return await act({ ...ctx, repeat }, input);
  } catch (error) {
    // The same call may have succeeded meanwhile, so any failure looks for its response.
    const meanwhile = await findFirst<T>(ctx, repeat);
    if (meanwhile) return meanwhile.answer;
    throw error;
  }
}

async function findFirst<T>(ctx: SignedInContext, { key, fingerprint }: IdempotentCall) {
  const stored = await findStoredResponse(ctx, key);
  if (stored && stored.fingerprint !== fingerprint) {
    throw RuleBroken.of(idempotencyHeader, 'This key was sent before, with something else. Take a new one.');
  }
  return stored as { answer: T } | undefined;
}

function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = header.trim();
  const { min, max } = idempotencyKeyLength;
  if (key.length < min || key.length > max) {
    throw RuleBroken.of(idempotencyHeader, `${idempotencyHeader} must have ${min} to ${max} characters`);
  }
  return key;
}

/**
 * The call may contain a password. Its hash depends on the key, which is not stored, so guesses can't be
 * tested.
 */
async function toRepeat(key: string, viewerId: number, call: object): Promise<IdempotentCall> {
  const hashes = new Map<Upload, string>();
  for (const upload of uploadsIn(call)) hashes.set(upload, await hashOf(upload.path));
  const text = JSON.stringify(call, (_name, value) => hashes.get(value) ?? value);
  return {
    key: createHash('sha256').update(`${viewerId}\n${key}`).digest('hex'),
    fingerprint: createHmac('sha256', key).update(text).digest('hex'),
  };
}

function uploadsIn(value: unknown): Upload[] {
  if (value instanceof Upload) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(uploadsIn) : [];
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

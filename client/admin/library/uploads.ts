import { isCertainlyRefused, parseApiError } from '../../api/errors.ts';
import { createRequestKey } from '../../api/request-key.ts';
import type { UploadOptions } from './use-upload-media.ts';

export interface Upload<Item> {
  readonly key: string;
  readonly file: File;
  readonly state: 'queued' | 'sending' | 'failed' | 'done';
  /** From 0 to 1. */
  readonly share: number;
  /** Why it failed, or `''`. */
  readonly message: string;
  readonly isRetryable: boolean;
  readonly item?: Item;
}

export interface UploadCalls<Item> {
  send: (file: File, options: Required<UploadOptions>) => Promise<Item>;
  /** Returns why the file cannot be uploaded. */
  problemOf: (file: File) => string | undefined;
  onStored?: (item: Item, key: string) => void;
}

export type Uploads<Item> = ReturnType<typeof createUploads<Item>>;

const atOnce = 2;

/** The uploads of one screen or editor. */
export function createUploads<Item>({ send, problemOf, onStored }: UploadCalls<Item>) {
  const all = new Map<string, Upload<Item>>();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  // Another attempt repeats the idempotency key of its file.
  const requestKeys = new WeakMap<File, string>();
  let list: readonly Upload<Item>[] = [];

  const set = (key: string, part: Partial<Upload<Item>>) => {
    const upload = all.get(key);
    if (upload) all.set(key, { ...upload, ...part });
  };
  const publish = () => {
    list = [...all.values()];
    for (const listener of listeners) listener();
  };
  const abortOf = (key: string) => {
    const abort = running.get(key);
    running.delete(key);
    abort?.abort();
  };
  const begin = (key: string, file: File) => {
    abortOf(key);
    if (!requestKeys.has(file)) requestKeys.set(file, createRequestKey());
    const message = problemOf(file) ?? '';
    const state = message ? 'failed' : 'queued';
    all.set(key, { key, file, state, message, share: 0, isRetryable: false });
  };
  const run = async ({ key, file }: Upload<Item>) => {
    const abort = new AbortController();
    const isCurrent = () => running.get(key) === abort;
    running.set(key, abort);
    set(key, { state: 'sending' });
    const options = {
      signal: abort.signal,
      requestKey: requestKeys.get(file)!,
      onProgress: (share: number) => {
        if (!isCurrent()) return;
        set(key, { share });
        publish();
      },
    };
    const outcome = await send(file, options).then(
      (item) => ({ state: 'done', item }) as const,
      (error: unknown) => ({ state: 'failed', ...failureOf(error) }) as const,
    );
    if (!isCurrent()) return;
    running.delete(key);
    set(key, outcome);
    if (outcome.state === 'done') onStored?.(outcome.item, key);
    advance();
  };
  const advance = () => {
    const queued = [...all.values()].filter(({ state }) => state === 'queued');
    for (const upload of queued.slice(0, Math.max(0, atOnce - running.size))) void run(upload);
    publish();
  };
  const replace = (key: string, file: File) => {
    if (!all.has(key)) return;
    begin(key, file);
    advance();
  };

  return {
    get: (key: string) => all.get(key),
    /** The array is another one after each change. */
    list: () => list,
    add: (file: File): string => {
      const key = createRequestKey();
      begin(key, file);
      advance();
      return key;
    },
    /** Starts again with another file. */
    replace,
    retry: (key: string) => {
      const upload = all.get(key);
      if (upload) replace(key, upload.file);
    },
    stop: (key: string) => {
      abortOf(key);
      set(key, { state: 'failed', message: 'The upload was stopped.' });
      advance();
    },
    remove: (key: string) => {
      abortOf(key);
      all.delete(key);
      advance();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** What the server has already stored remains in the library. */
    close: () => {
      all.clear();
      for (const key of running.keys()) abortOf(key);
    },
  };
}

function failureOf(error: unknown) {
  const { message, fields } = parseApiError(error);
  return { message: fields.file ?? message, isRetryable: !isCertainlyRefused(error) };
}

import { open } from 'node:fs/promises';
import { isPdf, notPdf } from '../shared/documents.ts';
import type { Upload } from '../shared/upload.ts';
import { nameFile } from './name-file.ts';
import type { Storage } from './storage.ts';

/** Documents that people entrust to the company. None of them has a public address. */
export interface PrivateFiles {
  /** Keeps a document as it came; gives its key. */
  keep(upload: Upload): Promise<string>;
  /** The same for two documents exactly when their bytes are the same. */
  contentOf(key: string): string;
  read: Storage['read'];
  remove: Storage['remove'];
  /** Every kept document; what else lies in the storage is none of them. */
  list: Storage['list'];
}

/** The storage holds pictures besides, of what is in the trash. */
const documentKey = /^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.pdf$/;

/** `storage` must not be the one whose files are served. */
export function createPrivateFiles(storage: Storage): PrivateFiles {
  return {
    keep: async (upload) => {
      const key = `${await nameFile(upload.path)}.pdf`;
      await storage.keep(key, upload.path);
      return key;
    },
    contentOf: (key) => key.split('-')[0] ?? key,
    read: storage.read,
    remove: storage.remove,
    list: async function* () {
      for await (const file of storage.list()) if (documentKey.test(file.key)) yield file;
    },
  };
}

/** Why these bytes are no PDF, in words; `undefined` when they are one. */
export async function findPdfProblem(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return isPdf(buffer.subarray(0, bytesRead)) ? undefined : notPdf;
  } finally {
    await file.close();
  }
}

import { open } from 'node:fs/promises';
import type { Upload } from '../../shared/uploads.ts';
import { isPdf, notPdfMessage, pdfHeadBytes } from '../../shared/upload-limits.ts';
import { nameFile } from './file-names.ts';
import type { Storage } from './storage.ts';

export interface PrivateFiles {
  keep(upload: Upload): Promise<string>;
  /** A part of the key. Two documents have the same hash only when their bytes are equal. */
  contentOf(key: string): string;
  read: Storage['read'];
  remove: Storage['remove'];
  list: Storage['list'];
}

const documentKey = /^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.pdf$/;

/** `storage` must not be served to browsers. */
export function createPrivateFiles(storage: Storage): PrivateFiles {
  return {
    keep: async (upload) => {
      const key = `${await nameFile(upload.path)}.pdf`;
      await storage.put(key, upload.path);
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

export async function findPdfProblem(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pdfHeadBytes), 0, pdfHeadBytes, 0);
    return isPdf(buffer.subarray(0, bytesRead)) ? undefined : notPdfMessage;
  } finally {
    await file.close();
  }
}

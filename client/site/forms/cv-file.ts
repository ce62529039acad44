import { documentTooLarge, isPdf, maxDocumentBytes, notPdf } from '../../../src/shared/documents.ts';

/** Why the server would refuse a file, before it is sent over a slow line; `undefined` when it would not. */
export async function findCvProblem(file: File): Promise<string | undefined> {
  if (file.size > maxDocumentBytes) return documentTooLarge;
  try {
    return isPdf(new Uint8Array(await file.slice(0, 8).arrayBuffer())) ? undefined : notPdf;
  } catch {
    return 'The file can not be read. Please choose it again.';
  }
}

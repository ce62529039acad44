export const maxDocumentBytes = 5 * 1024 * 1024;

export const notPdf = 'The file must be a PDF.';
export const documentTooLarge = `The file may have at most ${maxDocumentBytes / 1024 / 1024} MB.`;

/** The name and the declared type do not matter. */
export function isPdf(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, 5)) === '%PDF-';
}

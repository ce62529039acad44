export const maxImageBytes = 10 * 1024 * 1024;

export const imageHint = 'recommended 1200x800px, max 10MB';

export const maxDocumentMegabytes = 5;
export const maxDocumentBytes = maxDocumentMegabytes * 1024 * 1024;

export const notPdfMessage = 'The file must be a PDF.';

export function isPdf(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, 5)) === '%PDF-';
}

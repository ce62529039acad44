import { documentTooLarge, maxDocumentBytes, notPdf } from '../../../src/shared/documents.ts';

/**
 * The texts that the page's script reads. They are attributes of the form, so that the script contains no
 * texts.
 */
export const formMessages = {
  sending: 'Sending…',
  correct: 'Please correct the marked fields.',
  offline: 'You are offline. What you typed stays here: send it when you are connected again.',
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  busy: 'The server is busy. Please try again in a moment.',
  tooLarge: 'This is more than the form takes. Please shorten the text, or choose a smaller file.',
  failed: 'The form could not be sent. Please try again in a moment.',
  notPdf,
  documentTooLarge,
  unreadable: 'The file cannot be read. Please choose it again.',
  maxDocumentBytes,
};

export type FormMessages = typeof formMessages;

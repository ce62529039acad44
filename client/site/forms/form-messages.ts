import { maxDocumentBytes, maxDocumentMegabytes } from '../../../src/shared/upload-limits.ts';
import type { Words } from '../../../src/shared/words/en.ts';

/**
 * Returns the texts that the page's script reads. They are attributes of the form, so that the script contains no
 * texts.
 */
export function formMessagesOf({ forms }: Words) {
  const { sending, correct, offline, unreachable, busy, tooLarge, failed } = forms;
  return {
    sending,
    correct,
    offline,
    unreachable,
    busy,
    tooLarge,
    failed,
    notPdf: forms.notPdf,
    documentTooLarge: forms.fileTooLarge(maxDocumentMegabytes),
    unreadable: forms.unreadable,
    maxDocumentBytes,
  };
}

export type FormMessages = ReturnType<typeof formMessagesOf>;

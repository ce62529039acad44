import { maxDocumentBytes, maxDocumentMegabytes } from '../../../src/shared/upload-limits.ts';
import type { SiteTexts } from '../../../src/shared/site-texts/en.ts';

/**
 * Returns the texts and the file limit for the script of the form. The form passes them to the script in an attribute,
 * so that the script itself contains no texts.
 */
export function formMessagesOf({ forms }: SiteTexts) {
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

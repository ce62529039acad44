import type { Message } from './use-messages.ts';

// These have their places in the dialog already.
const shownElsewhere = new Set(['name', 'email', 'phone', 'subject', 'message']);

/** What the visitor filled in beside who they are and what they wrote: company, budget, university … */
export function otherDetails({ details, message }: Message): { label: string; value: string }[] {
  return Object.entries(details)
    .filter(([field, value]) => !shownElsewhere.has(field) && value !== '' && value !== message)
    .map(([field, value]) => ({ label: toLabel(field), value }));
}

function toLabel(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

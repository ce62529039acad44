import type { Message } from './use-messages.ts';

// The dialog shows these fields elsewhere.
const shownElsewhere = new Set(['name', 'email', 'phone', 'subject', 'message']);

/** Returns the other fields of the visitor's form, such as company, budget or university. */
export function otherDetails({ details, message }: Message): { label: string; value: string }[] {
  return Object.entries(details)
    .filter(([field, value]) => !shownElsewhere.has(field) && value !== '' && value !== message)
    .map(([field, value]) => ({ label: toLabel(field), value }));
}

function toLabel(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

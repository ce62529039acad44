/** A tab of the inbox. */
export interface InboxView {
  value: string;
  label: string;
  /** Filters by read or unread messages. Absent for all. */
  is_read?: boolean;
}

const all: InboxView = { value: 'all', label: 'All' };

/** The tabs, in order of display. */
export const inboxViews: readonly InboxView[] = [
  all,
  { value: 'unread', label: 'Unread', is_read: false },
  { value: 'read', label: 'Read', is_read: true },
];

/** The value in the address for spam. No tab includes spam. */
export const spamView = 'spam';

/** Returns the view that an address names, else all messages. */
export function findView(value: string | undefined): InboxView {
  return inboxViews.find((view) => view.value === value) ?? all;
}

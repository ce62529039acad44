/** A part of the inbox that has a tab of its own. */
export interface InboxView {
  value: string;
  label: string;
  /** Which messages it shows; absent for both. */
  is_read?: boolean;
}

const all: InboxView = { value: 'all', label: 'All' };

/** The tabs in their order. */
export const inboxViews: readonly InboxView[] = [
  all,
  { value: 'unread', label: 'Unread', is_read: false },
  { value: 'read', label: 'Read', is_read: true },
];

/** What stands in the address for the messages that were judged spam: they are in none of the tabs. */
export const spamView = 'spam';

/** The view that an address names; all messages when it names none. */
export function findView(value: string | undefined): InboxView {
  return inboxViews.find((view) => view.value === value) ?? all;
}

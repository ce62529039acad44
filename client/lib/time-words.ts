const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment as day and time of the reader's clock: '12 Nov 2025, 14:05'. Takes ISO 8601. */
export function toDateAndTime(iso: string): string {
  return dateTime.format(new Date(iso));
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** The day of a moment by the reader's clock: '12 Nov 2025'. Takes ISO 8601. */
export function toDay(iso: string): string {
  return day.format(new Date(iso));
}

const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Returns the day of a time as '3 March 2026', with the same result on the server and in every browser. */
export function formatDay(moment: string): string {
  return format.format(new Date(moment));
}

const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Returns an ISO 8601 time as local date and time: '12 Nov 2025, 14:05'. */
export function formatDateTime(iso: string): string {
  return dateTime.format(new Date(iso));
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Returns an ISO 8601 time as a local date: '12 Nov 2025'. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}

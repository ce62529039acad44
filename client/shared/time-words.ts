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

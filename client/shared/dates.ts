const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A moment as the site writes days: '3 March 2026'. The same on the server and in every visitor's browser. */
export function formatDay(moment: string): string {
  return format.format(new Date(moment));
}

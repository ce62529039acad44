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

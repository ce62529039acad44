// Only pages of a company with opening hours by day load this file.
import type { HoursForScript } from './site/components/open-now.tsx';

/** Fills each place for the state with 'Open until 14:00' or 'Closed now', by the clock of the company's time zone. */
for (const place of document.querySelectorAll<HTMLElement>('[data-hours]')) {
  const { zone, week, days, open, closed } = JSON.parse(place.dataset.hours!) as HoursForScript;
  const spansOn = (day: string) => days[day] ?? week[new Date(day).getUTCDay()]!;
  // Swedish writes dates as in ISO 8601.
  const localTime = (moment: number) => new Date(moment).toLocaleString('sv-SE', { timeZone: zone });
  const show = () => {
    const [today = '', time = ''] = localTime(Date.now()).split(' ');
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    const span =
      spansOn(today).find(([opens, closes]) => opens <= time && (time < closes || closes < opens)) ??
      spansOn(yesterday).find(([opens, closes]) => closes < opens && time < closes);
    place.textContent = span ? open.replace('{time}', span[2]) : closed;
    place.dataset.open = span ? 'open' : 'closed';
  };
  show();
  setInterval(show, 60_000);
}

import { activityTypes } from '../../../../src/shared/catalog.ts';
import { type ActivityDay, toShortDay, typeNames } from './activity-days.ts';

/** The content of the chart as a table for screen readers. Lists only the days that have changes. */
export function ActivityMonthTable({ days }: { days: ActivityDay[] }) {
  const busy = days.filter((day) => activityTypes.some((type) => day[type] > 0));
  if (busy.length === 0) return <p>No changes in the last 30 days.</p>;
  return (
    <table>
      <caption>Changes in the last 30 days by day and type (days without changes are omitted)</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {activityTypes.map((type) => (
            <th scope="col" key={type}>
              {typeNames[type]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {busy.map((entry) => (
          <tr key={entry.day}>
            <th scope="row">{toShortDay(entry.day)}</th>
            {activityTypes.map((type) => (
              <td key={type}>{entry[type]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

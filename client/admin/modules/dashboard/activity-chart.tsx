import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { activityTypes } from '../../../../src/shared/catalog.ts';
import { type ActivityDay, toShortDay, typeNames } from './activity-days.ts';
import classes from './dashboard.module.css';

const tones = { create: 'var(--pine)', update: 'var(--line-strong)', delete: 'var(--signal)' };

const series = activityTypes.map((type) => ({ name: type, label: typeNames[type], color: tones[type] }));

/**
 * The activity of each day as stacked bars. Hidden from screen readers, because a table has the same content.
 */
export function ActivityChart({ days }: { days: ActivityDay[] }) {
  return (
    <BarChart
      className={classes.drawing!}
      h="100%"
      type="stacked"
      data={days.map((day) => ({ ...day, day: toShortDay(day.day) }))}
      dataKey="day"
      series={series}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      maxBarWidth={10}
      gridColor="var(--line)"
      textColor="var(--quiet)"
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 24 }}
      yAxisProps={{ allowDecimals: false, width: 28 }}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}

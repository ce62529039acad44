import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { isRefusal } from '../../../../src/shared/security-events.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './security.module.css';
import { toHeadline, toParticulars } from './security-events.ts';
import type { SecurityEvent } from './use-security-events.ts';

/** The entries of the security log. On phones each entry is a block. */
export function SecurityTable({ events }: { events: SecurityEvent[] }) {
  return (
    <table className={classes.table}>
      <thead className={classes.head}>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Who</th>
          <th scope="col">IP address</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <SecurityRow key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  );
}

function SecurityRow({ event }: { event: SecurityEvent }) {
  const { type, user_name, email, address, created_at } = event;
  const refusal = isRefusal(type);
  const Icon = refusal ? IconShieldX : IconShieldCheck;
  const particulars = toParticulars(event);
  return (
    <tr className={classes.row}>
      <td className={classes.what}>
        <div className={classes.words}>
          <span className={classes.icon} data-refusal={refusal || undefined}>
            <Icon size={17} stroke={1.7} aria-hidden="true" />
          </span>
          <div className={classes.event}>
            {toHeadline(event)}
            {particulars && <p className={classes.particulars}>{particulars}</p>}
          </div>
        </div>
      </td>
      <td className={classes.who}>
        {user_name ?? <span className={classes.quiet}>Unknown</span>}
        {email && <p className={classes.particulars}>{email}</p>}
      </td>
      <td className={classes.from}>{address}</td>
      <td className={classes.when}>
        <RelativeTime at={created_at} words={activityTime} />
      </td>
    </tr>
  );
}

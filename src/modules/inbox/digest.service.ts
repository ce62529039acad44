import type { Ctx } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import { acquireKey, findLastKey } from '../../locks/used-keys.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import { momentIn, localTimeIn } from '../../shared/zoned-time.ts';
import { queueMail } from '../outbox/queue.service.ts';
import { Message } from './message.entity.ts';
import { digestNotice } from './notice.mail.ts';
import { readSubscribers } from './notices.service.ts';

const day = 24 * 60 * 60_000;
const atClock = '08:00';
const maxLines = 20;
const prefix = 'digest:';

interface DigestParts {
  database: Database;
  siteSettings: SiteSettingsSource;
  publicUrl: string;
}

/**
 * Queues the daily mail about new messages to everybody who has chosen it. The scheduled tasks call this function
 * repeatedly. The first call after 8:00 in the site's time zone acquires the key of the day and queues the mails. A key
 * lasts seven days. The mails list the messages from 8:00 of the last earlier day with a key until 8:00 today. If there
 * is no earlier key, the mails list the messages of the 24 hours before 8:00. If no messages arrived, no mail is
 * queued.
 */
export async function queueDigest(parts: DigestParts, now: Date): Promise<void> {
  const people = await readSubscribers({ em: parts.database.fork() }, { messages: 'morning' });
  if (people.length === 0) return;
  const site = await parts.siteSettings.current();
  const wall = localTimeIn(site.region.time_zone, now);
  const today = wall.slice(0, 10);
  const until = momentIn(site.region.time_zone, `${today}T${atClock}`);
  if (now < until) return;
  await parts.database.fork().transactional(async (inside) => {
    const tx = { em: inside as Ctx['em'], now };
    // Several instances of the server call this function. Only the instance that acquires the key of the day
    // queues the mails.
    if (!(await acquireKey(tx, prefix + today, 7 * day))) return;
    const last = await findLastKey(tx, prefix, prefix + today);
    const since = last
      ? momentIn(site.region.time_zone, `${last.slice(prefix.length)}T${atClock}`)
      : new Date(until.getTime() - day);
    const [shown, count] = await tx.em.findAndCount(
      Message,
      { folder: 'inbox', created_at: { $gte: since, $lt: until } },
      { orderBy: { created_at: 'asc', id: 'asc' }, limit: maxLines },
    );
    if (count === 0) return;
    const { subject, text } = digestNotice(shown, count, { site, publicUrl: parts.publicUrl });
    for (const { id, email } of people) queueMail(tx, { address: email, subject, text, user_id: id });
  });
}

import type { Ctx } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import { queueMail } from '../outbox/queue.service.ts';
import { active } from '../users/user.entity.ts';
import { ApiToken } from './api-token.entity.ts';
import { tokenExpiryMail } from './token.mail.ts';
import { warnedBeforeMs } from './tokens.service.ts';

const tokensAtOnce = 50;

interface WarnParts {
  database: Database;
  siteSettings: SiteSettingsSource;
  publicUrl: string;
}

/**
 * Queues a mail to the owner of each token that expires within a week. Each token causes at most one mail.
 */
export async function warnOfExpiry(
  { database, siteSettings, publicUrl }: WarnParts,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + warnedBeforeMs);
  const ending = await database
    .fork()
    .find(
      ApiToken,
      { warned_at: null, expires_at: { $gt: now, $lte: until }, user: active },
      { populate: ['user'], orderBy: { id: 'asc' }, limit: tokensAtOnce },
    );
  if (ending.length === 0) return;
  const site = await siteSettings.current();
  for (const token of ending) {
    await database.fork().transactional(async (em) => {
      const tx = { em: em as Ctx['em'], now };
      // Another instance may have queued the mail.
      const open = { id: token.id, warned_at: null };
      if ((await em.nativeUpdate(ApiToken, open, { warned_at: now })) === 0) return;
      const { name, email, is_email_unconfirmed } = token.user;
      if (is_email_unconfirmed) return;
      const { subject, text } = tokenExpiryMail(token, { name, site, publicUrl });
      queueMail(tx, { address: email, subject, text });
    });
  }
}

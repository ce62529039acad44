import { readSettings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { inviteAdmin, linkForAddress } from '../modules/users/command-line.service.ts';
import { runOrExplain } from '../program.ts';
import { openServices } from '../services.ts';
import { EmailAddress } from '../shared/account-fields.ts';
import { logSecurity } from './security-lines.ts';

const usage = [
  'usage: npm run user -- reset EMAIL                a link to set a new password',
  '       npm run user -- create-admin EMAIL [NAME]  a new admin, and the link to set their password',
].join('\n');

await runOrExplain(async () => {
  const [act, address, ...names] = process.argv.slice(2);
  const acts = { reset: linkForAddress, 'create-admin': inviteAdmin };
  const run = Object.hasOwn(acts, act ?? '') ? acts[act as keyof typeof acts] : undefined;
  if (!run || !address || (run === linkForAddress && names.length > 0)) throw new Error(usage);
  const email = EmailAddress.safeParse(address);
  if (!email.success) throw new Error(`${address} is not a valid e-mail address`);

  const { database, publicUrl } = await openServices(readSettings());
  try {
    await migrate(database);
    const work = { em: database.fork(), read: database.read, viewer: null, now: new Date(), publicUrl };
    const { link } = await run(
      { ...work, request: { address: 'command line', logSecurity } },
      email.data,
      names.join(' ').trim(),
    );
    console.log(`This link works once, within 60 minutes:\n${link}`);
  } finally {
    await database.close();
  }
});

import { migrate } from '../database/migrate.ts';
import {
  deactivateByEmail,
  reactivateByEmail,
  removeFactorsByEmail,
} from '../modules/users/account-state.ts';
import { createResetLinkByEmail, inviteAdmin } from '../modules/users/invitations.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import { openServices } from '../services.ts';
import { EmailAddress } from '../shared/account-fields.ts';
import { logSecurity } from './log-security.ts';
import { readSettingsOfSite } from './existing-site.ts';

const usage = [
  'usage: npm run user -- reset EMAIL                a link to set a new password',
  '       npm run user -- create-admin EMAIL [NAME]  a new admin, and the link to set their password',
  '       npm run user -- remove-factors EMAIL       removes the second factors of a lost device',
  '       npm run user -- deactivate EMAIL           nobody can sign in to the account; its sessions end',
  '       npm run user -- reactivate EMAIL           lets the person sign in again',
].join('\n');

type InviteCtx = Parameters<typeof inviteAdmin>[0];

const acts: Record<string, (ctx: InviteCtx, email: string, name: string) => Promise<string>> = {
  reset: async (ctx, email) => inWords(await createResetLinkByEmail(ctx, email)),
  'create-admin': async (ctx, email, name) => inWords(await inviteAdmin(ctx, email, name)),
  'remove-factors': async (ctx, email) => {
    await removeFactorsByEmail(ctx, email);
    return `${email} signs in with the password alone now, and should set up a new second factor. All sessions have ended.`;
  },
  deactivate: async (ctx, email) => {
    await deactivateByEmail(ctx, email);
    return `${email} can no longer sign in, and all sessions and reset links have ended.`;
  },
  reactivate: async (ctx, email) => {
    await reactivateByEmail(ctx, email);
    return `${email} can sign in again.`;
  },
};

function inWords({ link }: { link: string }): string {
  return `This link works once, within 60 minutes:\n${link}`;
}

await runAndExplainErrors(async () => {
  const [act = '', address, ...names] = readArguments({}, usage).positionals;
  const run = Object.hasOwn(acts, act) ? acts[act] : undefined;
  if (!run || !address || (act !== 'create-admin' && names.length > 0)) throw new Error(usage);
  const email = EmailAddress.safeParse(address);
  if (!email.success) throw new Error(`${address} is not a valid e-mail address`);

  const { database, publicUrl } = await openServices(await readSettingsOfSite());
  try {
    await migrate(database);
    const ctx = { em: database.fork(), read: database.read, viewer: null, now: new Date(), publicUrl };
    const request = { address: 'command line', logSecurity };
    console.log(await run({ ...ctx, request }, email.data, names.join(' ').trim()));
  } finally {
    await database.close();
  }
});

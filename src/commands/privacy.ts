import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { migrate } from '../database/migrate.ts';
import { erasePerson } from '../modules/privacy/erasure.ts';
import { archivePerson } from '../modules/privacy/person-archive.ts';
import { findPerson } from '../modules/privacy/find-person.ts';
import { removeExpiredRecords } from '../modules/privacy/retention.ts';
import { erasureTreatments } from '../modules/privacy/treatment.facts.ts';
import { recordSecurityEvent } from '../modules/security-log/security-event.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import { type AppServices, openServices } from '../services.ts';
import { EmailAddress } from '../shared/account-fields.ts';
import { logSecurity } from './log-security.ts';
import { readSettingsOfSite } from './existing-site.ts';

const usage = [
  'usage: npm run privacy -- find ADDRESS                                  where something about a person is stored',
  '       npm run privacy -- export ADDRESS [--to FILE]                    a ZIP file with all of it',
  '       npm run privacy -- erase ADDRESS [--reference TEXT] [--forget]   erases it; --forget: earlier versions and trash too',
  '       npm run privacy -- retention                                     deletes now what is older than the settings say',
].join('\n');

const options = {
  to: { type: 'string', default: 'person.zip' },
  reference: { type: 'string', default: '' },
  forget: { type: 'boolean', default: false },
} as const;

interface Input {
  email: string;
  to: string;
  reference: string;
  forget: boolean;
}

function contextOf({ database, ...services }: AppServices) {
  return {
    ...services,
    em: database.fork(),
    read: database.read,
    viewer: null,
    now: new Date(),
    request: { address: 'command line', logSecurity },
    warn: (line: string) => void process.stderr.write(`${line}\n`),
  };
}
type CommandCtx = ReturnType<typeof contextOf>;

const acts: Record<string, (ctx: CommandCtx, input: Input) => Promise<string>> = {
  find: async (ctx, { email }) => {
    const { places } = await findPerson(ctx, email);
    if (places.length === 0) return `Nothing is stored about ${email}.`;
    const lines = places.map(
      ({ label, count, treatment }) => `${label}: ${count}. ${erasureTreatments[treatment]}`,
    );
    return lines.join('\n');
  },
  export: async (ctx, { email, to }) => {
    const site = await ctx.siteSettings.current();
    // Never overwrites a file, which may contain the data of another person.
    const file = await open(to, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new Error(`${to} exists already: name another file with --to`) : error;
    });
    await recordSecurityEvent(ctx, 'exported', { details: { call: 'privacy.archive' } });
    await pipeline(archivePerson({ ...ctx, site }, email), file.createWriteStream());
    return `${to} has what is stored about ${email}.`;
  },
  erase: async (ctx, { email, reference, forget }) => {
    const { counts } = await erasePerson(ctx, { email, reference, forget });
    const { places } = await findPerson(ctx, email);
    const left = places.map(
      ({ label, count, treatment }) => `${label}: ${count}. ${erasureTreatments[treatment]}`,
    );
    return [`Erased: ${inWords(counts)}.`, ...(left.length > 0 ? ['Left:', ...left] : [])].join('\n');
  },
};

function inWords(counts: Readonly<Record<string, number>>): string {
  const numbers = Object.entries(counts).filter(([, count]) => count > 0);
  return numbers.map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`).join(', ') || 'nothing';
}

await runAndExplainErrors(async () => {
  const { positionals, values } = readArguments(options, usage);
  const [act = '', address, ...more] = positionals;
  const isRetention = act === 'retention' && address === undefined;
  const run = Object.hasOwn(acts, act) ? acts[act] : undefined;
  if ((!isRetention && (!run || !address)) || more.length > 0) throw new Error(usage);
  const email = EmailAddress.safeParse(address);
  if (!isRetention && !email.success) throw new Error(`${address} is not a valid e-mail address`);

  const services = await openServices(await readSettingsOfSite());
  try {
    await migrate(services.database);
    const ctx = contextOf(services);
    if (run && email.success) console.log(await run(ctx, { ...values, email: email.data }));
    else console.log(`Deleted: ${inWords(await removeExpiredRecords(ctx))}.`);
  } finally {
    await services.cleaner.close();
    await services.mailReader.close();
    await services.database.close();
  }
});

import { text } from 'node:stream/consumers';
import { readSettings } from '../config/env.ts';
import { checkProvider } from '../modules/sso/sign-in.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import { openIdentityProvider } from '../services.ts';

const usage = [
  'usage: npm run sso -- check       walks through what single sign-on needs; signs nobody in',
  '       npm run sso -- check -     the same, with a token of the provider from standard input',
].join('\n');

const marks = { fine: 'fine ', note: 'note ', wrong: 'WRONG' };

await runAndExplainErrors(async () => {
  const [act, from, ...rest] = readArguments({}, usage).positionals;
  if (act !== 'check' || (from !== undefined && from !== '-') || rest.length > 0) throw new Error(usage);
  const token = from === '-' ? (await text(process.stdin)).trim() : undefined;
  const sso = await openIdentityProvider(readSettings());
  const findings = await checkProvider({ sso, now: new Date() }, token);
  for (const { verdict, step, words } of findings) console.log(`${marks[verdict]}  ${step}: ${words}`);
  if (!sso || findings.some(({ verdict }) => verdict === 'wrong')) process.exitCode = 1;
});

import { readSettings } from '../config/env.ts';
import { findWrongCounters, mendCounters, type WrongCounter } from '../database/counter-check.ts';
import { migrate } from '../database/migrate.ts';
import { openHouse } from '../house.ts';
import { runOrExplain } from '../program.ts';

const usage = [
  'usage: npm run counters -- check   counts all rows again and names the counters that say something else',
  '       npm run counters -- fix     does the same and sets them right; the server may run meanwhile',
].join('\n');

await runOrExplain(async () => {
  const [act, ...more] = process.argv.slice(2);
  if ((act !== 'check' && act !== 'fix') || more.length > 0) throw new Error(usage);
  const { database } = await openHouse(readSettings());
  try {
    await migrate(database);
    const em = database.fork();
    report(act === 'check' ? await findWrongCounters(em) : await mendCounters(em), act);
  } finally {
    await database.close();
  }
});

function report(wrong: WrongCounter[], act: 'check' | 'fix'): void {
  for (const { name, day, facets, excess } of wrong) {
    const of = day > 0 ? `${facets} of day ${day}` : facets;
    console.log(`${name} ${of}: ${Math.abs(excess)} too ${excess > 0 ? 'many' : 'few'}`);
  }
  if (wrong.length === 0) console.log('The counters agree with the rows.');
  else if (act === 'fix') console.log(`Mended ${wrong.length} counters.`);
  else {
    console.log(`${wrong.length} to mend: npm run counters -- fix`);
    process.exitCode = 1;
  }
}

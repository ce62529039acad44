import { test } from 'vitest';
import { fuzz } from '../support/fuzz.ts';

// Other load on this machine may make single responses slow, but not as slow as this.
const limitMs = 20_000;

// `npm run assure` sends more, and to both databases.
test('IN9, IN10, AZ10, LK1 any request to any operation gets a documented response, and a refused one leaves no trace', async () => {
  await fuzz({ kind: 'sqlite', requests: 250, limitMs });
});

import { expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { asFile, refusedPictures } from '../support/pictures.ts';
import { startSsoProvider } from '../support/sso-provider.ts';
import {
  callFrom,
  addProviderUser,
  createPanelProvider,
  redirectUri,
  signInWithToken,
  createBrowserOpener,
} from '../support/sso-site.ts';
import { testApp } from '../support/test-app.ts';
import { addFigures } from './figures.ts';

// `npm test` checks what is answered here, on machines of any speed.

/** Returns how long `act` takes, in milliseconds. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

test('UP4 a picture that would need too many resources is refused within 2 s', async (context) => {
  const site = await testApp();
  const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
  const times: number[] = [];
  for (const { make, name } of refusedPictures) {
    const body = buildFormData({ ...post, featured_image: asFile(await make(), name) });
    times.push(await timed(() => site.rest('admin').post('/api/admin/blog-posts', body)));
  }
  await site.close();
  const longest = Math.max(...times);
  addFigures(context, { requests: times.length, notes: [`at most ${Math.round(longest)} ms`] });
  expect(longest).toBeLessThan(2000);
});

test.for(['silent', 'broken'] as const)(
  'SO8 while the provider is %s, each answer about it comes within 5 s',
  async (mood, context) => {
    const provider = await startSsoProvider(redirectUri);
    const { subject } = addProviderUser(provider, ['hr']);
    const jwt = await provider.tokenOf(subject);
    const opaque = await provider.tokenOf(subject, 'access');
    const site = await testApp('sqlite', { sso: createPanelProvider(provider) });
    const browse = createBrowserOpener(() => site);
    provider.mood = mood;
    const times = await Promise.all([
      timed(() => signInWithToken(browse(), jwt)),
      timed(() => signInWithToken(browse(), opaque)),
      timed(() => callFrom(browse(), 'sso.begin')),
    ]);
    await site.close();
    await provider.close();
    const longest = Math.max(...times);
    addFigures(context, { requests: times.length, faults: 1, notes: [`at most ${Math.round(longest)} ms`] });
    expect(longest).toBeLessThan(5000);
  },
);

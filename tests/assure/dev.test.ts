import { afterAll, expect, test } from 'vitest';
import { startDevServer } from '../support/dev-server.ts';

const server = await startDevServer();
afterAll(() => server.remove());

const health = 'src/http/server/monitoring.ts';
const layout = 'client/site/layout/site-layout.tsx';

async function read(path: string): Promise<string> {
  return (await fetch(server.url + path)).text();
}

test('a page comes from the sources, and names them', async () => {
  const page = await read('/');
  expect(page).toContain('See what we do');
  expect(page).toMatch(/href="\/client\/site\/home\/[a-z-]+\.css"/);
  expect(await read('/client/entry-site.ts')).toContain('/@vite/client');
});

test('the panel comes from the sources', async () => {
  expect(await read('/admin/login')).toContain('src="/client/entry-admin.tsx"');
  expect((await fetch(`${server.url}/client/entry-admin.tsx`)).status).toBe(200);
});

test('a change of a page is shown', async () => {
  await server.change(layout, 'className="skip-link"', 'className="skip-link changed"');
  await expect.poll(() => read('/'), { timeout: 30_000 }).toContain('class="skip-link changed"');
});

test('a change of the server is shown, and a mistake in it can be repaired', async () => {
  await server.change(health, "'alive'", "'changed'");
  await expect.poll(() => read('/healthz'), { timeout: 30_000 }).toContain('changed');
  await server.change(health, 'export function', 'export functio');
  await expect.poll(() => read('/healthz'), { timeout: 30_000 }).toContain('The terminal says why');
  await server.restore(health);
  await expect.poll(() => read('/healthz'), { timeout: 30_000 }).toContain('alive');
});

test('what is no source is not served as one', async () => {
  const { status } = await fetch(`${server.url}/@fs${process.cwd()}/package.json`);
  expect(status).toBe(403);
});

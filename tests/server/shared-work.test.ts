import fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { serveBrandStyles } from '../../src/http/pages/brand-styles.ts';
import { serveHealth } from '../../src/http/server/monitoring.ts';
import { defaultLook } from '../../src/shared/brand/brand-look.ts';
import { loadBuiltPages } from '../support/built-pages.ts';

type Serve = (app: FastifyInstance, work: () => Promise<void>) => void | Promise<void>;

test('work that many visitors need at the same moment is done once, and again after it has failed', async () => {
  const { clientFolder } = await loadBuiltPages();
  const cases: [url: string, whenBroken: number, serve: Serve][] = [
    ['/readyz', 503, serveHealth],
    [
      '/brand/x/site.css',
      500,
      (app, work) => serveBrandStyles(app, { clientFolder, findLook: () => work().then(() => defaultLook) }),
    ],
  ];
  for (const [url, whenBroken, serve] of cases) {
    await using app = fastify();
    let works = 0;
    let isBroken = true;
    await serve(app, async () => {
      works += 1;
      if (isBroken) throw new Error('away');
    });
    const askThrice = async () => {
      const answers = await Promise.all([app.inject(url), app.inject(url), app.inject(url)]);
      return answers.map(({ statusCode }) => statusCode);
    };
    expect(await askThrice(), url).toEqual([whenBroken, whenBroken, whenBroken]);
    isBroken = false;
    expect(await askThrice(), url).toEqual([200, 200, 200]);
    expect(works, url).toBe(2);
  }
});

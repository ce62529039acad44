// On both databases: row locks and versions of rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFormData, type RestAnswer } from '../support/callers.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { createJob, createUser } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { testedModules } from '../support/samples.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { chooseByForm } from '../support/test-form.ts';

type Answer = Pick<RestAnswer, 'status' | 'body'>;

const times = (count: number) => Array.from({ length: count }, (_, number) => number);

describe.each(databaseKinds)('of two saves in the same instant on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
  });
  afterAll(() => site.close());
  const admin = () => site.rest('admin');

  /** Saves twice at once from the same version and returns both responses. */
  async function race(save: (words: string) => Promise<Answer>): Promise<Answer[]> {
    const answers = await Promise.all([save('One'), save('Other')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    return answers.sort((a, b) => a.status - b.status);
  }

  const patience = { timeout: 180_000 };
  test(
    'DU8 exactly one is stored, and the other is refused with the stored row, each time',
    patience,
    async () => {
      const { id } = await createJob(site.database.fork());
      const { body } = await admin().get('/api/admin/jobs');
      let [job] = body.jobs;
      for (const round of times(chooseByForm(100, 20))) {
        const [stored, refused] = await race((words) =>
          admin().put(`/api/admin/jobs/${id}`, { ...job, title: `${words} ${round}` }),
        );
        expect(stored!.body.job.version).toBe(job.version + 1);
        expect(refused!.body.current).toEqual(stored!.body.job);
        ({ job } = stored!.body);
      }
    },
  );

  test.each(testedModules)('DU8 this holds for the rows of $name', async ({ name, sample }) => {
    const { body } = await callProcedure(site, 'rest', 'admin', `${name}.create`, sample());
    for (const round of times(chooseByForm(10, 3))) {
      await race((words) =>
        callProcedure(site, 'rest', 'admin', `${name}.update`, {
          ...sample(`${words} ${round}`),
          id: body.id,
          version: round + 1,
        }),
      );
    }
  });

  test('DU8 this holds for users', async () => {
    const { id, email } = await createUser(site.database.fork(), { email: 'two@example.com' });
    for (const round of times(chooseByForm(10, 3))) {
      await race((words) =>
        admin().put(`/api/admin/users/${id}`, {
          name: `${words} ${round}`,
          email,
          role: 'user',
          version: round + 1,
        }),
      );
    }
  });

  testOnce('a stored picture is returned together with the row that was saved first', async () => {
    const words = {
      name: 'Ada',
      role: 'HR Manager',
      section: 'development',
      description: 'x',
      expertise: '["x"]',
    };
    const { body } = await admin().post(
      '/api/admin/team',
      buildFormData({ ...words, image: await picture(), image_alt: 'A face' }),
    );
    const path = `/api/admin/team/${body.id}`;
    await admin().post(path, buildFormData({ ...words, name: 'Ada Byron', version: '1', _method: 'PUT' }));
    const late = await admin().post(path, buildFormData({ ...words, version: '1', _method: 'PUT' }));
    expect(late).toMatchObject({
      status: 409,
      body: { current: { name: 'Ada Byron', version: 2, picture: { alt: 'A face' } } },
    });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { form, type RestAnswer } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob, createMember, createProject, createUser } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const times = (count: number) => Array.from({ length: count }, (_, number) => number);

describe.each(databaseKinds)('of two saves in the same instant on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
  });
  afterAll(() => site.close());
  const admin = () => site.rest('admin');

  /** Saves twice at once upon one version, and says who won. */
  async function race(save: (words: string) => Promise<RestAnswer>): Promise<RestAnswer[]> {
    const answers = await Promise.all([save('One'), save('Other')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    return answers.sort((a, b) => a.status - b.status);
  }

  const patience = { timeout: 180_000 };
  test(
    'DU8 exactly one is stored, and the other is told what stands there, a hundred times',
    patience,
    async () => {
      const { id } = await createJob(site.database.fork());
      const { body } = await admin().get('/api/admin/jobs');
      let [job] = body.jobs;
      for (const round of times(100)) {
        const [stored, refused] = await race((words) =>
          admin().put(`/api/admin/jobs/${id}`, { ...job, title: `${words} ${round}` }),
        );
        expect(stored!.body.job.version).toBe(job.version + 1);
        expect(refused!.body.current).toEqual(stored!.body.job);
        ({ job } = stored!.body);
      }
    },
  );

  test('DU8 this holds for every kind of row that staff edit', async () => {
    const em = site.database.fork();
    const [member, project, user] = [
      await createMember(em),
      await createProject(em),
      await createUser(em, { email: 'two@example.com' }),
    ];
    const created = await admin().post(
      '/api/admin/blog-posts',
      form({ title: 'A hall', excerpt: 'Light.', content: '<p>Light.</p>', category: 'Technology' }),
    );
    const texts = ({ expertise, technologies, ...others }: Record<string, unknown>) =>
      form({
        ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
        ...(expertise ? { expertise: JSON.stringify(expertise) } : {}),
        ...(technologies ? { technologies: JSON.stringify(technologies) } : {}),
        _method: 'PUT',
      });
    const { name, role, section, description, expertise } = member;
    const { title, category, client, description: told, technologies } = project;
    const rows: [string, (words: string, version: number) => Promise<RestAnswer>][] = [
      [
        'team',
        (words, version) =>
          admin().post(
            `/api/admin/team/${member.id}`,
            texts({ name: `${name} ${words}`, role, section, description, expertise, version }),
          ),
      ],
      [
        'portfolio',
        (words, version) =>
          admin().post(
            `/api/admin/portfolios/${project.id}`,
            texts({ title: `${title} ${words}`, category, client, description: told, technologies, version }),
          ),
      ],
      [
        'blog',
        (words, version) =>
          admin().post(
            `/api/admin/blog-posts/${created.body.id}`,
            texts({ title: words, excerpt: 'x', content: '<p>x</p>', category: 'Technology', version }),
          ),
      ],
      [
        'user',
        (words, version) =>
          admin().put(`/api/admin/users/${user.id}`, {
            name: words,
            email: user.email,
            role: 'user',
            version,
          }),
      ],
    ];
    for (const [, save] of rows) {
      for (const round of times(10)) await race((words) => save(`${words} ${round}`, round + 1));
    }
  });

  test('a stored picture is told together with the row that came first', async () => {
    const words = {
      name: 'Ada',
      role: 'HR Manager',
      section: 'development',
      description: 'x',
      expertise: '["x"]',
    };
    const { body } = await admin().post(
      '/api/admin/team',
      form({ ...words, image: await picture(), image_alt: 'A face' }),
    );
    const path = `/api/admin/team/${body.id}`;
    await admin().post(path, form({ ...words, name: 'Ada Byron', version: '1', _method: 'PUT' }));
    const late = await admin().post(path, form({ ...words, version: '1', _method: 'PUT' }));
    expect(late).toMatchObject({
      status: 409,
      body: { current: { name: 'Ada Byron', version: 2, picture: { alt: 'A face' } } },
    });
  });
});

import { listAccess } from '../../src/access-matrix.ts';
import type { ActivityModule } from '../../src/shared/facts.ts';
import type { Role } from '../../src/shared/roles.ts';
import { form, type RestCaller } from './callers.ts';

/** How a program changes one item of a module, and how it tells the log of it. */
export interface LoggedModule {
  module: ActivityModule;
  role: Role;
  /** The key of its id in an entry's metadata. */
  idKey: string;
  nameKey: 'title' | 'name';
  create(rest: RestCaller, name: string): Promise<number>;
  update(rest: RestCaller, id: number, name: string): Promise<number>;
  remove(rest: RestCaller, id: number): Promise<number>;
}

type Fields = (name: string) => Record<string, string>;

function byForm(
  module: ActivityModule,
  path: string,
  fields: Fields,
  facts: Partial<LoggedModule>,
): LoggedModule {
  return {
    ...{ module, role: 'content_moderator', idKey: `${module}_id`, nameKey: 'title', ...facts },
    create: async (rest, name) => (await rest.post(path, form(fields(name)))).body.id,
    update: async (rest, id, name) => {
      const answer = await rest.post(`${path}/${id}`, form({ ...fields(name), _method: 'PUT' }));
      return answer.status;
    },
    remove: async (rest, id) => (await rest.delete(`${path}/${id}`)).status,
  };
}

const blog = (title: string) => ({ title, excerpt: 'Why', content: '<p>Text</p>', category: 'Technology' });
const member = (name: string) => ({
  ...{
    name,
    role: 'Senior Developer',
    section: 'development',
    description: 'Builds',
    expertise: '["Builds"]',
  },
});
const project = (title: string) => ({
  ...{ title, category: 'IT Support', description: 'Done', client: 'Somebody', technologies: '["Linux"]' },
  image: 'https://example.com/picture.png',
});
const job = (title: string) => ({
  ...{ title, description: 'Work', type: 'Full-time', location: 'Here', department: 'IT' },
  ...{ requirements: ['One'], responsibilities: ['Two'], is_internship: false, is_active: true },
  application_link: '',
});

const jobs: LoggedModule = {
  ...{ module: 'job', role: 'hr', idKey: 'job_id', nameKey: 'title' },
  create: async (rest, title) => (await rest.post('/api/admin/jobs', job(title))).body.id,
  update: async (rest, id, title) => (await rest.put(`/api/admin/jobs/${id}`, { id, ...job(title) })).status,
  remove: async (rest, id) => (await rest.delete(`/api/admin/jobs/${id}`)).status,
};

const modules = [
  byForm('blog', '/api/admin/blog-posts', blog, { idKey: 'post_id' }),
  byForm('team', '/api/admin/team', member, { idKey: 'member_id', nameKey: 'name' }),
  byForm('portfolio', '/api/admin/portfolios', project, {}),
  jobs,
];

const served = new Set(listAccess().map(({ name }) => name));

/** The modules whose changes stand in the log. */
export const loggedModules = modules.filter(({ module }) =>
  served.has(`${module === 'job' ? 'jobs' : module}.create`),
);

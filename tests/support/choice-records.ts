import { form } from './callers.ts';
import type { TestApp } from './test-app.ts';

type Answers = Record<string, string>;

/** Values of lists that reveal a description of choices. */
const known = ['Technology', 'IT Support', 'leadership', 'HR Officer', 'Full-time'];

const post = { title: 'Hello', excerpt: 'Short', content: '<p>Long</p>', category: 'Innovation' };
const member = {
  ...{ name: 'Ada', role: 'HR Officer', section: 'development', description: 'Writes', expertise: ['Go'] },
};
const job = {
  ...{ title: 'Smith', description: 'D', type: 'Contract', location: 'L', department: 'D' },
  ...{ requirements: ['R'], responsibilities: ['B'] },
};
const project = { title: 'Net', description: 'D', category: 'Cloud Solutions', client: 'C' };
const testimonial = { quote: 'Q', person: 'P', role: 'R', company: 'C', service: 'Web Development' };

const modules = [
  { path: '/api/admin/blog-posts', good: post, wrong: { category: 'technology' } },
  { path: '/api/admin/team', good: member, wrong: { role: 'Boss', section: 'Leadership' } },
  { path: '/api/admin/jobs', good: job, wrong: { type: 'full-time' } },
  { path: '/api/admin/portfolios', good: project, wrong: { category: 'IT support' }, isForm: true },
  { path: '/api/admin/testimonials', good: testimonial, wrong: { service: 'Nothing' } },
];

/** Returns REST responses about lists, with ids and times replaced by fixed ones. */
export async function answersAboutChoices(site: TestApp): Promise<Answers> {
  const answers: Answers = {};
  const rest = site.rest('admin');
  const note = (what: string, { status, body }: { status: number; body: object }) => {
    const text = JSON.stringify(body)
      .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
      .replace(/"request_id":"[^"]*"/, '"request_id":"ID"');
    answers[what] = `${status} ${text}`;
  };
  for (const { path, good, wrong, isForm } of modules) {
    const encode = (input: object) => (isForm ? form(input as Record<string, string>) : input);
    const [[field, value]] = Object.entries(wrong) as [[string, string]];
    note(`POST ${path} {}`, await rest.post(path, encode({})));
    const refused = [wrong, { [field]: '' }, { title: '', name: '', person: '', ...wrong }];
    for (const part of refused)
      note(`POST ${path} ${JSON.stringify(part)}`, await rest.post(path, encode({ ...good, ...part })));
    note(`GET ${path}?page=1, empty`, await rest.get(`${path}?page=1`));
    note(`POST ${path}`, await rest.post(path, encode(good)));
    note(`PUT ${path}/1 ${value}`, await rest.put(`${path}/1`, encode({ ...good, ...wrong })));
    note(`PUT ${path}/1`, await rest.put(`${path}/1`, encode(good)));
    for (const query of ['', '?page=1', `?${field}=${value}`, `?${field}=`])
      note(`GET ${path}${query}`, await rest.get(path + query));
  }
  await rest.put('/api/admin/blog-posts/1', { ...post, is_published: true });
  for (const path of [
    ...['/api/blog-posts', '/api/blog-posts?category=Innovation', '/api/blog-posts?category=Technology'],
    ...['/api/blog-posts?category=none', '/api/blog-posts/1', '/api/team', '/api/jobs?type=Contract'],
    ...['/api/jobs?type=none', '/api/portfolios?category=Cloud+Solutions', '/api/portfolios?category=none'],
  ])
    note(`GET ${path}`, await site.rest('anonymous').get(path));
  return answers;
}

/** Returns the parts of the OpenAPI document that contain values of lists, by their paths. */
export async function describedChoices(site: TestApp): Promise<Answers> {
  const found: Answers = {};
  const walk = (node: unknown, place: string) => {
    if (typeof node !== 'object' || node === null) return;
    const { enum: values, examples, properties } = node as Record<string, unknown>;
    const names = [values, examples, Object.keys((properties ?? {}) as object)].flat();
    if (known.some((value) => names.includes(value))) {
      found[place] = JSON.stringify(node);
      return;
    }
    for (const [key, part] of Object.entries(node)) walk(part, `${place}/${key.replaceAll('/', '~')}`);
  };
  const { body } = await site.rest('anonymous').get('/api/openapi.json');
  walk(body.paths, '');
  return found;
}

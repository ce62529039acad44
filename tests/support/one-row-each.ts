import { buildFormData } from './callers.ts';
import { signInToApis, type RunningServer } from './running-server.ts';

/** Adds one row without a picture to each module except `pages`. */
export async function addOneRowEach(server: RunningServer): Promise<void> {
  const { trpc, headers } = await signInToApis(server);
  const text = 'We moved the records of three branches into one system in a weekend.';
  await trpc.blog.create.mutate({
    title: 'One system for three branches',
    excerpt: text,
    content: `<p>${text}</p>`,
    category: 'Technology',
    tags: [],
    is_published: true,
  });
  await trpc.jobs.create.mutate({
    title: 'Network engineer',
    description: text,
    type: 'Full-time',
    location: 'London',
    department: 'Operations',
    requirements: ['You know networks.'],
    responsibilities: ['You plan networks.'],
    is_internship: false,
    is_active: true,
  });
  await trpc.team.create.mutate({
    name: 'Ada Lovelace',
    role: 'Senior Developer',
    section: 'development',
    description: text,
    expertise: ['Networks'],
  });
  await trpc.testimonials.create.mutate({
    quote: text,
    person: 'A customer',
    role: 'Head of administration',
    company: 'A trading company',
    service: 'IT Support',
    is_published: true,
  });
  await trpc.clients.create.mutate({
    name: 'Example Trading',
    kind: 'Client',
    link: '',
    is_published: true,
  });
  const project = {
    title: 'One inventory for three branches',
    client: 'A trading company',
    category: 'IT Support',
    description: text,
    is_featured: '1',
  };
  // This operation accepts pictures, so its input must be a form.
  const answer = await fetch(`${server.url}/api/admin/portfolios`, {
    method: 'POST',
    headers,
    body: buildFormData(project),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

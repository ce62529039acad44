import type { EntityManager } from '@mikro-orm/sql';
import { Activity, type ActivityFacts } from '../../src/log/activity.entity.ts';
import type { postColumns } from '../../src/modules/blog/blog.facts.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { clientColumns } from '../../src/modules/clients/clients.facts.ts';
import { clientsModule } from '../../src/modules/clients/clients.module.ts';
import { Message, type ReceivedMessage } from '../../src/modules/inbox/message.entity.ts';
import type { jobColumns } from '../../src/modules/jobs/jobs.facts.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import type { projectColumns } from '../../src/modules/portfolio/portfolio.facts.ts';
import { Project } from '../../src/modules/portfolio/portfolio.module.ts';
import type { memberColumns } from '../../src/modules/team/team.facts.ts';
import { Member } from '../../src/modules/team/team.module.ts';
import { testimonialColumns } from '../../src/modules/testimonials/testimonials.facts.ts';
import { testimonialsModule } from '../../src/modules/testimonials/testimonials.module.ts';
import { User } from '../../src/modules/users/user.ts';
import type { ColumnValues, NewValues } from '../../src/shared/column-types.ts';
import { sampleOf } from './samples.ts';

type PostWords = NewValues<typeof postColumns>;
type JobWords = NewValues<typeof jobColumns>;
type ProjectWords = NewValues<typeof projectColumns>;
type MemberWords = NewValues<typeof memberColumns>;
type TestimonialWords = ColumnValues<typeof testimonialColumns>;
type ClientWords = ColumnValues<typeof clientColumns>;

/** Stores a user. If `password_hash` is absent, nobody can sign in as this user with a password. */
export async function createUser(
  em: EntityManager,
  {
    role = 'user',
    email = `${role}@example.com`,
    name = `The ${role}`,
    password_hash = null,
  }: Partial<User> = {},
): Promise<User> {
  const user = User.enter({ name, email, role }, password_hash ?? null, new Date());
  await em.persist(user).flush();
  return user;
}

export async function createPost(em: EntityManager, words: Partial<PostWords> = {}): Promise<Post> {
  const usual: PostWords = {
    title: 'Notes',
    excerpt: 'Short.',
    content: '<p>Long.</p>',
    category: 'Technology',
    featured_image: null,
    tags: [],
    is_published: true,
    published_at: null,
    unpublish_at: null,
    author: null,
  };
  const post = Post.write({ ...usual, ...words }, new Date());
  await em.persist(post).flush();
  return post;
}

/** Stores a post and copies of it, together `count`. Returns their ids. */
export async function createPosts(em: EntityManager, count: number): Promise<number[]> {
  const { id } = await createPost(em);
  const db = em.getKysely<{ posts: Record<string, unknown> }>();
  const { id: _, ...row } = await db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ids = [id];
  for (let left = count - 1; left > 0; left -= 100) {
    const rows = Array.from({ length: Math.min(100, left) }, () => row);
    const added = await db.insertInto('posts').values(rows).returning('id').execute();
    ids.push(...added.map((post) => Number(post.id)));
  }
  return ids;
}

export async function createMember(em: EntityManager, words: Partial<MemberWords> = {}): Promise<Member> {
  const usual: MemberWords = {
    name: 'Ada Byron',
    role: 'Senior Developer',
    section: 'development',
    description: 'Writes programs.',
    expertise: ['Engines'],
    image: null,
  };
  const member = Member.write({ ...usual, ...words }, new Date());
  await em.persist(member).flush();
  return member;
}

export async function createJob(em: EntityManager, words: Partial<JobWords> = {}): Promise<Job> {
  const usual: JobWords = {
    title: 'Engineer',
    description: 'Builds things.',
    type: 'Full-time',
    location: 'London',
    department: 'Development',
    requirements: ['Patience'],
    responsibilities: ['Build'],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    closes_at: null,
  };
  const job = Job.write({ ...usual, ...words }, new Date());
  await em.persist(job).flush();
  return job;
}

export async function createProject(
  em: EntityManager,
  words: Partial<ProjectWords> = {},
  now = new Date(),
): Promise<Project> {
  const usual: ProjectWords = {
    title: 'A new network',
    category: 'Network Infrastructure',
    description: 'Cables, labelled.',
    client: 'A school',
    technologies: ['VLAN'],
    services: [],
    is_featured: false,
    image: null,
    published_at: null,
    unpublish_at: null,
  };
  const project = Project.write({ ...usual, ...words }, now);
  await em.persist(project).flush();
  return project;
}

export async function createTestimonial(em: EntityManager, words: Partial<TestimonialWords>): Promise<void> {
  const usual = sampleOf(testimonialColumns) as TestimonialWords;
  await em
    .persist(testimonialsModule.entity.write({ ...usual, portrait: null, ...words }, new Date()))
    .flush();
}

export async function createClient(em: EntityManager, name: string): Promise<void> {
  const usual = sampleOf(clientColumns) as ClientWords;
  await em.persist(clientsModule.entity.write({ ...usual, logo: null, name }, new Date())).flush();
}

export async function createMessage(
  em: EntityManager,
  {
    is_read = false,
    attachment_name = null,
    created_at = new Date(),
    ...words
  }: Partial<ReceivedMessage> & Partial<Pick<Message, 'is_read' | 'attachment_name' | 'created_at'>> = {},
): Promise<Message> {
  const usual: ReceivedMessage = {
    kind: 'contact',
    subject: 'A question',
    message: 'How much is it?',
    name: 'Ada',
    email: 'ada@example.com',
    details: {},
  };
  const message = Message.receive({ ...usual, ...words }, created_at);
  Object.assign(message, { is_read, attachment_name });
  await em.persist(message).flush();
  return message;
}

export async function createActivity(
  em: EntityManager,
  {
    user_name = 'Grace',
    is_verified = true,
    created_at = new Date(),
    was_public = true,
    ...facts
  }: Partial<ActivityFacts> & Partial<Pick<Activity, 'user_name' | 'is_verified' | 'created_at'>> = {},
): Promise<Activity> {
  const viewer = { id: 1, name: user_name, email: '', role: 'admin', session_id: 1 } as const;
  const event = {
    type: 'create',
    module: 'blog',
    description: 'Wrote',
    item_id: null,
    item_name: null,
  } as const;
  const entry = Activity.enter({ ...event, metadata: {}, was_public, ...facts }, viewer, created_at);
  entry.is_verified = is_verified;
  entry.has_caller_post = !is_verified;
  await em.persist(entry).flush();
  return entry;
}

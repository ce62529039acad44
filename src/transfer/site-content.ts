import type { EntityClass } from '@mikro-orm/core';
import { z } from 'zod';
import type { StoredRow } from '../database/columns.ts';
import { toIso } from '../database/columns.ts';
import { toJson } from '../database/dialect.ts';
import { Activity } from '../modules/activities/activity.entity.ts';
import { Metadata } from '../modules/activities/activity.schema.ts';
import { describeChange } from '../modules/activities/activity.view.ts';
import { Post } from '../modules/blog/post.entity.ts';
import { PostInput, PostView } from '../modules/blog/post.schema.ts';
import { toPostView } from '../modules/blog/post.view.ts';
import { Message } from '../modules/inbox/message.entity.ts';
import { Job } from '../modules/jobs/job.entity.ts';
import { JobInput, JobView } from '../modules/jobs/job.schema.ts';
import { toJobView } from '../modules/jobs/job.view.ts';
import { Project } from '../modules/portfolio/project.entity.ts';
import { ProjectInput, ProjectView } from '../modules/portfolio/project.schema.ts';
import { toProjectView } from '../modules/portfolio/project.view.ts';
import { Member } from '../modules/team/member.entity.ts';
import { MemberInput, MemberView } from '../modules/team/member.schema.ts';
import { toMemberView } from '../modules/team/member.view.ts';
import { messageKinds } from '../shared/catalog.ts';
import type { ActivityModule } from '../shared/facts.ts';
import { isStorable, maxId, toOneLine } from '../shared/fields.ts';
import { cleanHtml } from '../shared/writing/clean.ts';

const Text = z.string().refine(isStorable, 'contains characters that can not be stored');
const Moment = z.iso.datetime();
const RowId = z.int().min(1).max(maxId);
const editable = { id: RowId, version: RowId, created_at: Moment, updated_at: Moment };
const Value = z.union([Text, z.number(), z.boolean(), z.null(), z.array(Text)]);

/** A message as an export has it, with the key of its file. */
const MessageItem = z.object({
  id: RowId,
  created_at: Moment,
  kind: z.enum(messageKinds),
  ...{ subject: Text, message: Text, name: Text, email: Text, phone: Text.nullable() },
  details: z.record(z.string(), Text),
  attachment_name: Text.nullable(),
  /** The file's name in the folder `private`. */
  attachment_key: z
    .string()
    .regex(/^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.pdf$/)
    .nullable(),
  is_read: z.boolean(),
  spam_reasons: z.array(Text),
});

/** An entry of the activity log. Whose account it was is no content: name and e-mail stay. */
const ActivityItem = z.preprocess(
  completed,
  z.object({
    id: RowId,
    created_at: Moment,
    ...{ type: Text, module: Text.nullable() },
    ...{ description: Text, note: Text.nullable(), user_name: Text, user_email: Text.nullable() },
    item_id: z.int().nullable(),
    item_name: Text.nullable(),
    metadata: Metadata,
    changes: z.record(z.string(), z.object({ old: Value, new: Value })).nullable(),
    is_verified: z.boolean(),
    has_caller_post: z.boolean(),
    was_public: z.boolean(),
  }),
);

/**
 * Gives an entry of an older export, where a caller's words stood in place of the server's sentence, what it lacks. Nothing there
 * says whether visitors could see a post or a job, so its words are not for everybody.
 */
function completed(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || 'was_public' in given) return given;
  const { type, module, description, ...entry } = given as Record<string, unknown>;
  const words = { type: String(type), module: typeof module === 'string' ? module : null };
  const isJoined = entry.is_verified === true && entry.has_caller_post === true;
  const ours =
    isJoined && typeof entry.item_name === 'string' ? describeChange(words, entry.item_name) : description;
  const note = entry.has_caller_post === true ? description : null;
  const was_public = module === 'team' || module === 'portfolio';
  return { ...entry, type, module, description: ours, note, user_email: null, was_public };
}

/** What every item of an export has: by both together it is known again. */
export interface SiteItem {
  id: number;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** One kind of content: how it leaves the house, and how it comes back. */
export interface SiteContent {
  /** The name of its file. */
  name: string;
  table: string;
  entity: EntityClass<{ id: number }>;
  Item: z.ZodType<SiteItem>;
  /** A stored row, as either driver gives it, as an item. */
  toItem(row: never): SiteItem;
  /** An item as a row by the rules of the house. @throws {z.ZodError} when it breaks them */
  toRow(item: never): object | Promise<object>;
  /** The column that shows a picture. */
  picture?: 'featured_image' | 'image';
  /** What the activity log calls it. */
  module?: ActivityModule;
}

/** All content, in the order in which it comes back: what the log tells of comes before the log. */
export const siteContents: readonly SiteContent[] = [
  {
    name: 'posts',
    table: 'posts',
    entity: Post,
    Item: PostView.extend(editable),
    toItem: (row: StoredRow<PostView>) => toPostView(row),
    toRow: (item: PostView) => {
      const words = PostInput.parse({
        ...item,
        title: toOneLine(item.title),
        featured_image: undefined,
        content: cleanedContent(item.content),
      });
      const { title, excerpt, content, category, is_published = false, tags = [] } = words;
      const { featured_image } = item;
      return asItWas(
        Post.write({ title, excerpt, content, category, is_published, tags, featured_image }, new Date()),
        item,
      );
    },
    picture: 'featured_image',
    module: 'blog',
  },
  {
    name: 'team',
    table: 'members',
    entity: Member,
    Item: MemberView.extend(editable),
    toItem: (row: StoredRow<MemberView>) => toMemberView(row),
    toRow: (item: MemberView) => {
      const { name, role, description, section, expertise } = MemberInput.parse({
        ...item,
        name: toOneLine(item.name),
        image: undefined,
      });
      return asItWas(
        Member.join({ name, role, description, section, expertise, image: item.image }, new Date()),
        item,
      );
    },
    picture: 'image',
    module: 'team',
  },
  {
    name: 'jobs',
    table: 'jobs',
    entity: Job,
    Item: JobView.extend(editable),
    toItem: (row: StoredRow<JobView>) => toJobView(row),
    toRow: (item: JobView) => {
      const {
        is_internship = false,
        is_active = false,
        duration = null,
        application_link = '',
        ...words
      } = JobInput.parse({
        ...item,
        title: toOneLine(item.title),
        location: toOneLine(item.location),
        department: toOneLine(item.department),
      });
      return asItWas(
        Job.post({ ...words, is_internship, is_active, duration, application_link }, new Date()),
        item,
      );
    },
    module: 'job',
  },
  {
    name: 'portfolio',
    table: 'projects',
    entity: Project,
    Item: ProjectView.extend(editable),
    toItem: (row: StoredRow<ProjectView>) => toProjectView(row),
    toRow: (item: ProjectView) => {
      const words = ProjectInput.parse({
        ...item,
        title: toOneLine(item.title),
        client: toOneLine(item.client),
        image: item.image ?? undefined,
      });
      const { title, description, category, client, technologies = [] } = words;
      const { image } = item;
      return asItWas(
        Project.present({ title, description, category, client, technologies, image }, new Date()),
        item,
      );
    },
    picture: 'image',
    module: 'portfolio',
  },
  {
    name: 'messages',
    table: 'messages',
    entity: Message,
    Item: MessageItem,
    toItem: (row: Message) => ({
      ...{ id: row.id, created_at: toIso(row.created_at), kind: row.kind, subject: row.subject },
      ...{ message: row.message, name: row.name, email: row.email, phone: row.phone ?? null },
      details: toJson(row.details),
      attachment_name: row.attachment_name ?? null,
      attachment_key: row.attachment_key ?? null,
      is_read: Boolean(row.is_read),
      spam_reasons: toJson(row.spam_reasons ?? []),
    }),
    toRow: ({ id, created_at, is_read, ...words }: z.output<typeof MessageItem>) =>
      Object.assign(Message.receive(words, new Date(created_at)), { id, is_read }),
  },
  {
    name: 'activities',
    table: 'activities',
    entity: Activity,
    Item: ActivityItem,
    toItem: (row: Activity) => ({
      ...{ id: row.id, created_at: toIso(row.created_at), type: row.type, module: row.module ?? null },
      ...{ description: row.description, note: row.note ?? null },
      ...{ user_name: row.user_name, user_email: row.user_email ?? null },
      ...{ item_id: row.item_id ?? null, item_name: row.item_name ?? null },
      metadata: toJson(row.metadata),
      changes: row.changes ? toJson(row.changes) : null,
      is_verified: Boolean(row.is_verified),
      has_caller_post: Boolean(row.has_caller_post),
      was_public: Boolean(row.was_public),
    }),
    toRow: ({
      id,
      created_at,
      user_name,
      user_email,
      note,
      is_verified,
      has_caller_post,
      changes,
      ...facts
    }: z.output<typeof ActivityItem>) => {
      const viewer = {
        id: 0,
        name: user_name,
        email: user_email ?? '',
        role: 'user',
        session_id: 0,
      } as const;
      const entry = Activity.enter(facts, viewer, new Date(created_at));
      return Object.assign(entry, { id, user_id: null, note, changes, is_verified, has_caller_post });
    },
  },
];

/** @throws {z.ZodError} when the text cannot be taken */
function cleanedContent(html: string): string {
  const cleaned = cleanHtml(html);
  if (!('problem' in cleaned)) return cleaned.html;
  throw new z.ZodError([{ code: 'custom', path: ['content'], message: cleaned.problem, input: undefined }]);
}

/** Gives a row back what the house keeps of it. */
function asItWas<Row extends object>(
  row: Row,
  { id, version, created_at, updated_at }: PostView | MemberView | JobView | ProjectView,
): Row {
  const moments = { created_at: new Date(created_at), updated_at: new Date(updated_at) };
  return Object.assign(row, { id, version, ...moments });
}

/** What is known of a picture that the content shows; its file lies in the folder `uploads`. */
export const PictureItem = z.object({
  path: z.string(),
  width: z.int().min(1),
  height: z.int().min(1),
  bytes: z.int().min(0),
  colour: z.string().regex(/^#[0-9a-f]{6}$/i),
  placeholder: z.string().regex(/^data:image\/[a-z]+;base64,[\w+/=]+$/),
  is_animated: z.boolean(),
  alt: z
    .string()
    .max(250)
    .refine((text) => !/\p{Cc}/u.test(text))
    .nullable(),
  created_at: Moment,
});
export type PictureItem = z.output<typeof PictureItem>;

/** The whole file of one kind of content. */
export function fileOf(name: string, Item: z.ZodType) {
  return z
    .object({ format: z.literal('atrium 1'), module: z.literal(name), items: z.array(Item) })
    .meta({ title: `${name}.json of an export of Atrium` });
}

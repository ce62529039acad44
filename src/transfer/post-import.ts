import type { z } from 'zod';
import { inTransaction } from '../database/transaction.ts';
import { recordActivity } from '../log/activities.service.ts';
import { oldPathOf, problemOfOld, takeOldAddress } from '../content/addresses/old-addresses.service.ts';
import { blog, Post } from '../modules/blog/blog.module.ts';
import { attachPicture } from '../pictures/attached.service.ts';
import { recordUses, usedIn } from '../pictures/media-uses.service.ts';
import { storeUpload } from '../pictures/files-of-save.service.ts';
import { describePicture } from '../pictures/pictures.service.ts';
import { holdChoices, renamedValues } from '../settings/choices.service.ts';
import { listedColumns } from '../shared/columns.ts';
import { RuleBroken } from '../shared/errors.ts';
import { toOneLine } from '../shared/fields.ts';
import { factsOf } from '../shared/module-facts.ts';
import { isPublicAt } from '../shared/schedule.ts';
import type { Upload } from '../shared/uploaded-file.ts';
import { type ImportCtx, type MediaBringer, mediaBringer, problemOf } from './bring-media.ts';
import type { CategoryMap } from './category-map.ts';
import { shortened, withoutFirstPicture } from './clean-post.ts';
import { ImportedItem } from './imported-item.entity.ts';
import type { Export, Incoming, IncomingPost, Survey } from './incoming.ts';
import { findUpload } from './picture-finder.ts';
import { toDraft } from './post-draft.ts';
import type { ImportOutcome } from './report.ts';

const maxAlt = 250;
const maxAuthor = 120;

export interface PostImport {
  categories: CategoryMap;
  files: string | undefined;
  isDryRun: boolean;
}

/** Stores a post, its log entry and its record in one transaction. Skips posts that were imported before. */
export async function* importPosts(
  ctx: ImportCtx,
  { survey, items }: Pick<Export, 'survey' | 'items'>,
  options: PostImport,
): AsyncGenerator<ImportOutcome> {
  const media = options.files === undefined ? undefined : mediaBringer(options.files, options.isDryRun);
  for await (const item of items()) yield await takeIn(ctx, item, survey, { ...options, media });
}

async function takeIn(
  ctx: ImportCtx,
  item: Incoming,
  survey: Survey,
  options: PostImport & { media: MediaBringer | undefined },
): Promise<ImportOutcome> {
  if ('skipped' in item) {
    const { externalId, title, reason } = item.skipped;
    return { outcome: 'skipped', kind: item.kind, externalId, title, notes: [reason] };
  }
  const { post } = item;
  const facts = { kind: 'post', externalId: post.externalId, title: post.title };
  const key = { source: survey.source, kind: 'post', external_id: post.externalId };
  const known = (await ctx.em.fork().findOne(ImportedItem, key)) ?? (await findFormer(ctx, post, survey));
  if (known) {
    const isThere = (await ctx.em.fork().count(Post, { id: known.row_id })) > 0;
    const when = known.imported_at.toISOString().slice(0, 10);
    const reason = `taken over on ${when} already${isThere ? '' : ', and deleted since'}`;
    return { ...facts, outcome: 'skipped', id: isThere ? known.row_id : undefined, notes: [reason] };
  }
  const draft = await toDraft(ctx, post, survey, options);
  if ('problem' in draft) return { ...facts, outcome: 'skipped', notes: [draft.problem, ...post.notes] };
  const parsed = blog.Input.safeParse(draft.words);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ message }) => message);
    return { ...facts, outcome: 'skipped', notes: [...reasons, ...draft.notes] };
  }
  const outcome = { ...facts, title: parsed.data.title };
  const picture = await findPicture(ctx, draft.pictures, options.files, draft.notes);
  if (options.isDryRun) {
    const path = oldPathOf(post.address);
    const problem = path && (await problemOfOld({ em: ctx.em.fork(), now: ctx.now }, path));
    return {
      ...outcome,
      ...told([...draft.notes, ...(problem ? [problem] : [])]),
      ...(path && !problem && { oldAddress: path }),
    };
  }
  // A picture of the text that becomes the post's picture is shown above the text.
  const isFromText = picture !== undefined && picture.address !== post.picture?.address;
  const content = isFromText ? withoutFirstPicture(parsed.data.content) : parsed.data.content;
  const input = { ...parsed.data, content };
  const stored = await store(ctx, input, post, { key, picture, dates: draft }, draft.notes);
  return { ...outcome, ...stored, ...told(draft.notes) };
}

/** An earlier version recorded names that several posts may share, so other facts must match too. */
async function findFormer(
  { em }: ImportCtx,
  { externalId, formerIds = [], address, title, createdAt }: IncomingPost,
  { source, formerSources = [] }: Survey,
): Promise<ImportedItem | undefined> {
  if (formerIds.length + formerSources.length === 0) return undefined;
  const entries = await em.fork().find(ImportedItem, {
    source: { $in: [source, ...formerSources] },
    kind: 'post',
    external_id: { $in: [externalId, ...formerIds] },
  });
  const date = createdAt?.toISOString() ?? null;
  return entries.find(({ details }) =>
    address ? details.address === address : details.title === title && details.date === date,
  );
}

function told(notes: string[]): Pick<ImportOutcome, 'outcome' | 'notes'> {
  return { outcome: notes.length > 0 ? 'changed' : 'taken', notes: [...new Set(notes)] };
}

interface FoundPicture {
  upload: Upload;
  /** Where the export says that it is. */
  address: string;
  alt: string;
}

async function findPicture(
  ctx: ImportCtx,
  named: { address: string; alt: string }[],
  folder: string | undefined,
  notes: string[],
): Promise<FoundPicture | undefined> {
  const [first] = named;
  if (!first) return undefined;
  if (!folder) {
    notes.push(`its picture is not taken, as no files are given: ${first.address}`);
    return undefined;
  }
  for (const { address, alt } of named) {
    const upload = await findUpload(folder, address);
    const problem = upload && (await problemOf(ctx, upload));
    if (upload && !problem) return { upload, address, alt };
    notes.push(`picture not taken, ${problem ?? 'not among the files'}: ${address}`);
  }
  return undefined;
}

interface ImportDetails {
  key: { source: string; kind: string; external_id: string };
  picture: FoundPicture | undefined;
  dates: { createdAt: Date; updatedAt: Date; publishedAt: Date | null };
}

async function store(
  ctx: ImportCtx,
  input: z.output<typeof blog.Input>,
  { author, address, createdAt, title }: IncomingPost,
  { key, picture, dates }: ImportDetails,
  notes: string[],
): Promise<{ id: number; oldAddress?: string }> {
  const { featured_image: _, image_alt: __, is_published = false, tags = [], ...words } = input;
  const details = { author, address, title, date: createdAt?.toISOString() ?? null };
  const write = (path: string | undefined) =>
    inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      if (path)
        await describePicture(
          tx,
          path,
          shortened(picture?.alt.replaceAll(/\p{Cc}/gu, ' ').trim() ?? '', maxAlt) || undefined,
        );
      const settled = renamedValues(await holdChoices(tx), listedColumns(blog.rules.columns), words);
      const post = Post.write(
        {
          ...words,
          ...settled,
          is_published,
          tags,
          author: shortened(toOneLine(author), maxAuthor) || null,
          featured_image: path ?? null,
          published_at: dates.publishedAt,
        },
        dates.createdAt,
      );
      post.updated_at = dates.updatedAt;
      post.announced_at = is_published ? ctx.now : null;
      await tx.em.persist(post).flush();
      const subject = {
        id: post.id,
        label: post.title,
        facts: { title: post.title, category: post.category },
        isPublic: isPublicAt(factsOf('blog'), post, ctx.now),
      };
      await attachPicture(tx, path, post.title);
      await recordUses(tx, { module: 'blog', item_id: post.id }, usedIn({ content: post.content }), true);
      await recordActivity(tx, 'create', 'blog', subject);
      tx.em.create(ImportedItem, { ...key, row_id: post.id, details, imported_at: ctx.now });
      await tx.em.flush();
      const oldPath = oldPathOf(address);
      const problem = oldPath && (await takeOldAddress(tx, { module: 'blog', item_id: post.id }, oldPath));
      if (problem) notes.push(problem);
      return { id: post.id, ...(oldPath && !problem && { oldAddress: oldPath }) };
    });
  const forPictures = { ...ctx, em: ctx.em.fork(), sizes: { wake: () => {} } };
  try {
    if (!picture) return await write(undefined);
    await using stored = await storeUpload(forPictures, { file: picture.upload, field: 'featured_image' });
    const imported = await write(stored.path);
    stored.keep();
    return imported;
  } catch (error) {
    if (!picture || !(error instanceof RuleBroken)) throw error;
    notes.push(`picture not taken, it is damaged: ${picture.upload.name}`);
    return write(undefined);
  }
}

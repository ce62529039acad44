import type { z } from 'zod';
import type { ImportedItem } from '../content/imported-item.entity.ts';
import { toEarlierPath, findOldAddressProblem } from '../content/addresses/old-addresses.ts';
import type { EditorCtx } from '../content/content-kind.ts';
import { blogModule, Post } from '../modules/blog/blog.module.ts';
import { describePicture, storeUpload } from '../pictures/change-pictures.ts';
import { RuleBroken } from '../shared/errors.ts';
import { toOneLine } from '../shared/fields.ts';
import type { Upload } from '../shared/uploads.ts';
import { cleanHtml, plainText } from '../shared/writing/clean-html.ts';
import { addMissingPictures } from './missing-pictures.ts';
import type { CategoryMap } from './category-map.ts';
import { cleanPost, linkedFilesOf, shortenText, withoutCaptions, withoutFirstPicture } from './clean-post.ts';
import { isAddressOfSite } from './html-parts.ts';
import type { ImportOutcome, ImportReportFacts } from './import-report.ts';
import {
  completedOutcome,
  completeImportedRow,
  findImported,
  findLackingFiles,
  type ImportKey,
  noAddressNote,
  outcomeOfImported,
  outcomeOfNotes,
  storeImported,
} from './imported-items.ts';
import {
  type ExportSurvey,
  type IncomingPicture,
  type IncomingPost,
  noCategory,
} from './incoming-content.ts';
import {
  type ImportCtx,
  type MediaImporter,
  problemOfPicture,
  storeOldPictureAddress,
} from './media-importer.ts';
import { toSeoFields } from './seo-fields.ts';

const maxTitle = 200;
const maxExcerpt = 500;
const maxMadeExcerpt = 240;
const maxTag = 200;
const maxTags = 100;

async function toPostDraft(
  ctx: ImportCtx,
  post: IncomingPost,
  survey: ExportSurvey,
  { categories: map, media }: { categories: CategoryMap; media: MediaImporter | undefined },
) {
  const first = cleanPost(post.html);
  if ('problem' in first) return first;
  const notes = [...post.notes];
  const remarks = [...post.remarks];
  const ids = (await media?.bring(ctx, first.pictures, notes)) ?? new Map<string, number>();
  const downloads = first.downloads.filter((address) => isAddressOfSite(address, survey.site));
  const brought = await media?.bringDownloads(ctx, downloads, notes);
  const cleaned = media ? cleanPost(post.html, ids, brought) : first;
  if ('problem' in cleaned) return cleaned;
  notes.push(...cleaned.notes);
  const text = plainText(withoutCaptions(cleaned.content));

  const wholeTitle = toOneLine(plainText(post.title));
  if (!wholeTitle) notes.push('had no title: its first words are');
  const title = shortenText(wholeTitle || toOneLine(shortenText(text, 80)) || 'Untitled', maxTitle);
  if (wholeTitle.length > maxTitle) notes.push(`title shortened from ${wholeTitle.length} characters`);

  const ownExcerpt = plainText(post.excerpt);
  if (!ownExcerpt) remarks.push('excerpt made of its first words');
  if (ownExcerpt.length > maxExcerpt) notes.push(`excerpt shortened from ${ownExcerpt.length} characters`);
  const excerpt = ownExcerpt
    ? shortenText(ownExcerpt, maxExcerpt)
    : shortenText(text, maxMadeExcerpt) || title;

  const [key = noCategory, ...others] = post.categories;
  const category = map.get(key);
  if (key === noCategory) notes.push(`had no category: ${category} is`);
  const nameOf = (key: string) => survey.categories.get(key)?.name.split(' › ').at(-1) ?? key;
  const besides = others.map(nameOf);
  if (besides.length > 0)
    remarks.push(`further categories became tags: ${besides.map(plainText).join(', ')}`);
  const allTags = [
    ...new Set([...post.tags, ...besides].map((tag) => shortenText(plainText(tag), maxTag)).filter(Boolean)),
  ];
  if (allTags.length > maxTags) notes.push(`${allTags.length - maxTags} tags left out`);

  return {
    notes,
    remarks,
    ids,
    lacking: [
      ...first.pictures.map(({ address }) => address).filter((address) => !ids.has(address)),
      ...downloads.filter((address) => !brought?.has(address)),
    ],
    firstPicture: first.pictures.find(({ address }) => ids.has(address)),
    pictures: [...(post.picture ? [post.picture] : []), ...first.pictures],
    values: {
      title,
      excerpt,
      category,
      content: cleaned.content,
      is_published: post.isPublished,
      tags: allTags.slice(0, maxTags),
      ...toSeoFields(post, notes),
    },
    ...publicationDatesOf(ctx, post, notes),
  };
}

/** Without a date, or with a future one, a row counts as created now. A draft keeps its publication date. */
export function publicationDatesOf({ now }: ImportCtx, post: IncomingPost, notes: string[]) {
  const planned = post.createdAt && post.createdAt > now ? post.createdAt : null;
  const createdAt = post.createdAt && post.createdAt <= now ? post.createdAt : now;
  if (!post.createdAt) notes.push('had no date: today is');
  else if (planned)
    notes.push(
      `its date lies ahead (${planned.toISOString()}): ${post.isPublished ? 'today is its date here' : 'it is published then if you publish it before'}`,
    );
  const updatedAt =
    post.updatedAt && post.updatedAt <= now && post.updatedAt >= createdAt ? post.updatedAt : createdAt;
  const isPast = post.isPublished || (post.isDated && post.createdAt !== null);
  return {
    createdAt,
    updatedAt,
    publishedAt: planned && !post.isPublished ? planned : isPast ? createdAt : null,
  };
}

const maxAlt = 250;
const maxAuthor = 120;
const field = 'featured_image';

interface PostImport {
  categories: CategoryMap;
  isDryRun: boolean;
  media: MediaImporter | undefined;
}

/**
 * Skips posts that were imported before, though they get the pictures that they lacked. A dry run stores
 * nothing.
 */
export async function importPost(
  ctx: ImportCtx,
  post: IncomingPost,
  survey: ExportSurvey,
  options: PostImport,
): Promise<ImportOutcome> {
  const facts = { kind: 'post', externalId: post.externalId, title: post.title };
  const key: ImportKey = { source: survey.source, kind: 'post', external_id: post.externalId };
  const imported = await findImported(ctx, { key, incoming: post, survey });
  if (imported) return { ...facts, ...(await completePost(ctx, imported, post, survey, options)) };

  const draft = await toPostDraft(ctx, post, survey, options);
  if ('problem' in draft) return { ...facts, outcome: 'skipped', notes: [draft.problem, ...post.notes] };
  const { notes, remarks } = draft;
  if (!post.address) notes.push(noAddressNote);
  const parsed = blogModule.Input.safeParse(draft.values);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ message }) => message);
    return { ...facts, outcome: 'skipped', notes: [...reasons, ...notes] };
  }
  const outcome = { ...facts, title: parsed.data.title };

  const picture = await findPicture(ctx, draft.pictures, options.media, notes);
  if (picture) options.media?.used.add(picture.upload.path);
  if (options.isDryRun) {
    const path = toEarlierPath(post.address);
    const problem = path && (await findOldAddressProblem({ em: ctx.em.fork(), now: ctx.now }, path));
    return {
      ...outcome,
      ...outcomeOfNotes([...notes, ...(problem ? [problem] : [])], remarks),
      ...(path && !problem && { oldAddress: path }),
    };
  }

  const isFirst = picture && (await isSamePicture(picture, draft.firstPicture, options.media));
  const content = isFirst ? withoutFirstPicture(parsed.data.content) : parsed.data.content;
  const input = { ...parsed.data, content };
  const lacking = [...draft.lacking, ...lackingPicture(post, picture)];
  const stored = await withPicture(ctx, picture, { media: options.media, notes }, (picture) =>
    store(ctx, input, { key, incoming: post, lacking, picture, dates: draft }, notes),
  );
  return { ...outcome, ...outcomeOfNotes(notes, remarks), ...stored };
}

interface FoundPicture {
  upload: Upload;
  /** On the other site. */
  address: string;
  alt: string;
}

async function findPicture(
  ctx: ImportCtx,
  candidates: { address: string; alt: string }[],
  media: MediaImporter | undefined,
  notes: string[],
): Promise<FoundPicture | undefined> {
  const [first] = candidates;
  if (!first) return undefined;
  if (!media) {
    notes.push(`its picture is not taken, as no files are given: ${first.address}`);
    return undefined;
  }
  for (const { address, alt } of candidates) {
    const upload = await media.find(address);
    const problem = upload && (await problemOfPicture(ctx, upload));
    if (upload && !problem) return { upload, address, alt };
    notes.push(`picture not taken, ${problem ?? 'not among the files'}: ${address}`);
  }
  return undefined;
}

function lackingPicture({ picture }: IncomingPost, file: FoundPicture | undefined): string[] {
  return picture && picture.address !== file?.address ? [picture.address] : [];
}

/** This site shows the picture of a post above its text, so the text then loses it. */
async function isSamePicture(
  { address, upload }: FoundPicture,
  first: IncomingPicture | undefined,
  media: MediaImporter | undefined,
): Promise<boolean> {
  if (!first || !media) return false;
  if (first.address === address) return true;
  return (await media.find(first.address))?.path === upload.path;
}

interface StoredPicture {
  path: string;
  alt: string;
  /** On the other site. */
  address: string;
  /** A text of this import has added it. */
  isOfLibrary: boolean;
}

/** Calls `write` without the picture if it is damaged. */
async function withPicture<Facts extends Partial<ImportReportFacts>>(
  ctx: ImportCtx,
  file: FoundPicture | undefined,
  { media, notes }: { media: MediaImporter | undefined; notes: string[] },
  write: (picture?: StoredPicture) => Promise<Facts>,
): Promise<Facts> {
  if (!file) return await write();
  const { upload, address } = file;
  const alt = shortenText(file.alt.replaceAll(/\p{Cc}/gu, ' ').trim(), maxAlt);
  const ofLibrary = media?.pathOf(upload);
  try {
    if (ofLibrary) return await write({ path: ofLibrary, alt, address, isOfLibrary: true });
    const path = await storeUpload({ ...ctx, em: ctx.em.fork() }, { file: upload, field });
    return await write({ path, alt, address, isOfLibrary: false });
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    notes.push(`picture not taken, it is damaged: ${upload.name}`);
    return write();
  }
}

function namedPicture(picture: StoredPicture | undefined) {
  return picture?.isOfLibrary ? { address: picture.path, field, isFromLibrary: true } : undefined;
}

async function describe(tx: EditorCtx, picture: StoredPicture | undefined): Promise<void> {
  if (picture && !picture.isOfLibrary) await describePicture(tx, picture.path, picture.alt || undefined);
}

async function recordAddress(tx: EditorCtx, picture: StoredPicture | undefined): Promise<void> {
  if (picture) await storeOldPictureAddress(tx, picture.path, picture.address);
}

interface NewPost {
  key: ImportKey;
  incoming: IncomingPost;
  lacking: readonly string[];
  picture: StoredPicture | undefined;
  dates: { createdAt: Date; updatedAt: Date; publishedAt: Date | null };
}

function store(
  ctx: ImportCtx,
  input: z.output<typeof blogModule.Input>,
  { key, incoming, lacking, picture, dates }: NewPost,
  notes: string[],
): Promise<Partial<ImportReportFacts>> {
  const { featured_image: _, image_alt: __, is_published = false, tags = [], ...values } = input;
  return storeImported(
    ctx,
    blogModule.kind,
    {
      key,
      incoming,
      lacking,
      write: async (tx) => {
        await describe(tx, picture);
        const post = Post.write(
          {
            ...values,
            is_published,
            tags,
            author: shortenText(toOneLine(incoming.author), maxAuthor) || null,
            featured_image: picture?.path ?? null,
            published_at: dates.publishedAt,
          },
          dates.createdAt,
        );
        post.updated_at = dates.updatedAt;
        post.announced_at = is_published ? ctx.now : null;
        return post;
      },
      libraryPicture: namedPicture(picture),
      afterStore: (tx) => recordAddress(tx, picture),
      hasOldAddress: () => true,
    },
    notes,
  );
}

/** Adds the pictures and files that an earlier import of the post lacked. Its words and the changes of staff stay. */
async function completePost(
  ctx: ImportCtx,
  imported: ImportedItem,
  post: IncomingPost,
  survey: ExportSurvey,
  { categories, isDryRun, media }: PostImport,
): Promise<ImportReportFacts> {
  const row = await ctx.em.fork().findOne(Post, { id: imported.row_id });
  const already = outcomeOfImported(imported, row !== null);
  const lacking =
    row && media && (await findLackingFiles(ctx, imported, linkedFilesOf(post, survey.site), media));
  if (!lacking) return already;
  if (isDryRun) return completedOutcome(row.id, lacking.size);

  const draft = await toPostDraft(ctx, post, survey, { categories, media });
  if ('problem' in draft) return already;
  const file = row.featured_image ? undefined : await findPicture(ctx, draft.pictures, media, []);
  const picture = file && lacking.has(file.address) ? file : undefined;
  const isFirst = picture && (await isSamePicture(picture, draft.firstPicture, media));
  const complete = isFirst ? withoutFirstPicture(draft.values.content) : draft.values.content;
  const missing = new Set([...lacking].flatMap((address) => draft.ids.get(address) ?? []));
  return withPicture(ctx, picture, { media, notes: [] }, (stored) =>
    completeImportedRow(ctx, blogModule.kind, {
      imported,
      lacking,
      stillLacking: new Set([...draft.lacking, ...lackingPicture(post, picture)]),
      revised: ({ content, featured_image }) => {
        const cleaned = cleanHtml(addMissingPictures(content, complete, missing));
        return {
          content: 'html' in cleaned ? cleaned.html : content,
          featured_image: featured_image ?? stored?.path ?? null,
        };
      },
      libraryPicture: namedPicture(stored),
      beforeStore: (tx) => describe(tx, stored),
      afterStore: (tx) => recordAddress(tx, stored),
    }),
  );
}

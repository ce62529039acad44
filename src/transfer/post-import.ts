import type { z } from 'zod';
import { oldPathOf, problemOfOld } from '../content/addresses/old-addresses.service.ts';
import type { EditorCtx } from '../content/content-kind.ts';
import { blog, Post } from '../modules/blog/blog.module.ts';
import { storeUpload } from '../pictures/submitted-pictures.service.ts';
import { describePicture } from '../pictures/pictures.service.ts';
import { RuleBroken } from '../shared/errors.ts';
import { toOneLine } from '../shared/text-fields.ts';
import type { Upload } from '../shared/uploaded-file.ts';
import { cleanHtml } from '../shared/writing/clean.ts';
import {
  type ImportCtx,
  type MediaImporter,
  problemOfPicture,
  storeOldPictureAddress,
} from './media-importer.ts';
import { addMissingPictures } from './add-missing-pictures.ts';
import type { CategoryMap } from './category-map.ts';
import { shortened, withoutFirstPicture } from './clean-post.ts';
import { completedOutcome, completeRow, findLackingFiles } from './complete-imported.ts';
import {
  findImported,
  type ImportKey,
  noAddressNote,
  outcomeOfImported,
  outcomeOfNotes,
  storeImported,
} from './foreign-import-rows.ts';
import type { ImportedItem } from './imported-item.entity.ts';
import type { IncomingPicture, IncomingPost, ExportSurvey } from './incoming.ts';
import { namedFiles } from './named-files.ts';
import { toPostDraft } from './post-draft.ts';
import type { ImportOutcome, ImportReportFacts } from './import-report.ts';

const maxAlt = 250;
const maxAuthor = 120;
const field = 'featured_image';

interface PostImport {
  categories: CategoryMap;
  isDryRun: boolean;
  media: MediaImporter | undefined;
}

/**
 * Imports a post of another site. Skips a post that was imported before, and a post that breaks the rules of this site.
 * A post that was imported without its pictures gets them. A dry run stores nothing.
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
  const parsed = blog.Input.safeParse(draft.values);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ message }) => message);
    return { ...facts, outcome: 'skipped', notes: [...reasons, ...notes] };
  }
  const outcome = { ...facts, title: parsed.data.title };

  const found = await findPicture(ctx, draft.pictures, options.media, notes);
  if (found) options.media?.used.add(found.upload.path);
  if (options.isDryRun) {
    const path = oldPathOf(post.address);
    const problem = path && (await problemOfOld({ em: ctx.em.fork(), now: ctx.now }, path));
    return {
      ...outcome,
      ...outcomeOfNotes([...notes, ...(problem ? [problem] : [])], remarks),
      ...(path && !problem && { oldAddress: path }),
    };
  }

  const isFirst = found && (await isSamePicture(found, draft.firstPicture, options.media));
  const content = isFirst ? withoutFirstPicture(parsed.data.content) : parsed.data.content;
  const input = { ...parsed.data, content };
  const lacking = [...draft.lacking, ...lackingPicture(post, found)];
  const stored = await withPicture(ctx, found, { media: options.media, notes }, (picture) =>
    store(ctx, input, { key, incoming: post, lacking, picture, dates: draft }, notes),
  );
  return { ...outcome, ...outcomeOfNotes(notes, remarks), ...stored };
}

interface FoundPicture {
  upload: Upload;
  /** The address of the picture on the other site. */
  address: string;
  alt: string;
}

async function findPicture(
  ctx: ImportCtx,
  named: { address: string; alt: string }[],
  media: MediaImporter | undefined,
  notes: string[],
): Promise<FoundPicture | undefined> {
  const [first] = named;
  if (!first) return undefined;
  if (!media) {
    notes.push(`its picture is not taken, as no files are given: ${first.address}`);
    return undefined;
  }
  for (const { address, alt } of named) {
    const upload = await media.find(address);
    const problem = upload && (await problemOfPicture(ctx, upload));
    if (upload && !problem) return { upload, address, alt };
    notes.push(`picture not taken, ${problem ?? 'not among the files'}: ${address}`);
  }
  return undefined;
}

function lackingPicture({ picture }: IncomingPost, found: FoundPicture | undefined): string[] {
  return picture && picture.address !== found?.address ? [picture.address] : [];
}

/**
 * Returns whether the first picture in the text is the picture of the post. If it is, the caller removes the first
 * picture from the text, because this site shows the picture of a post above its text.
 */
async function isSamePicture(
  { address, upload }: FoundPicture,
  first: IncomingPicture | undefined,
  media: MediaImporter | undefined,
): Promise<boolean> {
  if (!first || !media) return false;
  if (first.address === address) return true;
  return (await media.find(first.address))?.path === upload.path;
}

/** The picture of a post, as it is stored here. */
interface StoredPicture {
  path: string;
  alt: string;
  /** The address of the picture on the other site. */
  address: string;
  /** Whether the picture is in the library, because a text of this import has added it. */
  isOfLibrary: boolean;
}

/** Stores the picture of a post and calls `write` with it. If the picture is damaged, calls `write` without it. */
async function withPicture<Facts extends Partial<ImportReportFacts>>(
  ctx: ImportCtx,
  found: FoundPicture | undefined,
  { media, notes }: { media: MediaImporter | undefined; notes: string[] },
  write: (picture?: StoredPicture) => Promise<Facts>,
): Promise<Facts> {
  if (!found) return await write();
  const { upload, address } = found;
  const alt = shortened(found.alt.replaceAll(/\p{Cc}/gu, ' ').trim(), maxAlt);
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
  input: z.output<typeof blog.Input>,
  { key, incoming, lacking, picture, dates }: NewPost,
  notes: string[],
): Promise<Partial<ImportReportFacts>> {
  const { featured_image: _, image_alt: __, is_published = false, tags = [], ...values } = input;
  return storeImported(
    ctx,
    blog.kind,
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
            author: shortened(toOneLine(incoming.author), maxAuthor) || null,
            featured_image: picture?.path ?? null,
            published_at: dates.publishedAt,
          },
          dates.createdAt,
        );
        post.updated_at = dates.updatedAt;
        post.announced_at = is_published ? ctx.now : null;
        return post;
      },
      named: namedPicture(picture),
      afterStore: (tx) => recordAddress(tx, picture),
      hasOldAddress: () => true,
    },
    notes,
  );
}

/** Adds to an imported post the pictures that its import lacked. Its words, and what staff have made of it, stay. */
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
    row && media && (await findLackingFiles(ctx, imported, namedFiles(post, survey.site), media));
  if (!lacking) return already;
  if (isDryRun) return completedOutcome(row.id, lacking.size);

  const draft = await toPostDraft(ctx, post, survey, { categories, media });
  if ('problem' in draft) return already;
  const found = row.featured_image ? undefined : await findPicture(ctx, draft.pictures, media, []);
  const picture = found && lacking.has(found.address) ? found : undefined;
  const isFirst = picture && (await isSamePicture(picture, draft.firstPicture, media));
  const complete = isFirst ? withoutFirstPicture(draft.values.content) : draft.values.content;
  const missing = new Set([...lacking].flatMap((address) => draft.ids.get(address) ?? []));
  return withPicture(ctx, picture, { media, notes: [] }, (stored) =>
    completeRow(ctx, blog.kind, {
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
      named: namedPicture(stored),
      beforeStore: (tx) => describe(tx, stored),
      afterStore: (tx) => recordAddress(tx, stored),
    }),
  );
}

import type { z } from 'zod';
import { oldPathOf, problemOfOld } from '../content/addresses/old-addresses.service.ts';
import { blog, Post } from '../modules/blog/blog.module.ts';
import { storeUpload } from '../pictures/submitted-files.service.ts';
import { describePicture } from '../pictures/pictures.service.ts';
import { RuleBroken } from '../shared/errors.ts';
import { toOneLine } from '../shared/text-fields.ts';
import type { Upload } from '../shared/uploaded-file.ts';
import {
  type ImportCtx,
  type MediaImporter,
  problemOfPicture,
  storeOldPictureAddress,
} from './media-importer.ts';
import type { CategoryMap } from './category-map.ts';
import { shortened, withoutFirstPicture } from './clean-post.ts';
import { findImported, type ImportKey, storeImported, outcomeOfNotes } from './foreign-import-rows.ts';
import type { IncomingPicture, IncomingPost, ExportSurvey } from './incoming.ts';
import { toPostDraft } from './post-draft.ts';
import type { ImportOutcome } from './import-report.ts';

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
 * A dry run stores nothing.
 */
export async function importPost(
  ctx: ImportCtx,
  post: IncomingPost,
  survey: ExportSurvey,
  options: PostImport,
): Promise<ImportOutcome> {
  const facts = { kind: 'post', externalId: post.externalId, title: post.title };
  const key: ImportKey = { source: survey.source, kind: 'post', external_id: post.externalId };
  const known = await findImported(ctx, Post, { key, incoming: post, survey });
  if (known) return { ...facts, ...known };

  const draft = await toPostDraft(ctx, post, survey, options);
  if ('problem' in draft) return { ...facts, outcome: 'skipped', notes: [draft.problem, ...post.notes] };
  const { notes } = draft;
  const parsed = blog.Input.safeParse(draft.words);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ message }) => message);
    return { ...facts, outcome: 'skipped', notes: [...reasons, ...notes] };
  }
  const outcome = { ...facts, title: parsed.data.title };

  const picture = await findPicture(ctx, draft.pictures, options.media, notes);
  if (picture) options.media?.used.add(picture.upload.path);
  if (options.isDryRun) {
    const path = oldPathOf(post.address);
    const problem = path && (await problemOfOld({ em: ctx.em.fork(), now: ctx.now }, path));
    return {
      ...outcome,
      ...outcomeOfNotes([...notes, ...(problem ? [problem] : [])]),
      ...(path && !problem && { oldAddress: path }),
    };
  }

  const isFirst = picture && (await isSamePicture(picture, draft.firstPicture, options.media));
  const content = isFirst ? withoutFirstPicture(parsed.data.content) : parsed.data.content;
  const input = { ...parsed.data, content };
  const ofLibrary = picture && options.media?.pathOf(picture.upload);
  const stored = await store(ctx, input, { key, incoming: post, picture, ofLibrary, dates: draft }, notes);
  return { ...outcome, ...outcomeOfNotes(notes), ...stored };
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

interface NewPost {
  key: ImportKey;
  incoming: IncomingPost;
  picture: FoundPicture | undefined;
  /** The path of the picture in the library, if a text of this import has already added the picture. */
  ofLibrary: string | undefined;
  dates: { createdAt: Date; updatedAt: Date; publishedAt: Date | null };
}

async function store(
  ctx: ImportCtx,
  input: z.output<typeof blog.Input>,
  { key, incoming, picture, ofLibrary, dates }: NewPost,
  notes: string[],
): Promise<Partial<ImportOutcome>> {
  const { featured_image: _, image_alt: __, is_published = false, tags = [], ...words } = input;
  const alt = shortened(picture?.alt.replaceAll(/\p{Cc}/gu, ' ').trim() ?? '', maxAlt);
  const write = (path: string | undefined) =>
    storeImported(
      ctx,
      blog.kind,
      {
        key,
        incoming,
        write: async (tx) => {
          if (path && path !== ofLibrary) await describePicture(tx, path, alt || undefined);
          const post = Post.write(
            {
              ...words,
              is_published,
              tags,
              author: shortened(toOneLine(incoming.author), maxAuthor) || null,
              featured_image: path ?? null,
              published_at: dates.publishedAt,
            },
            dates.createdAt,
          );
          post.updated_at = dates.updatedAt;
          post.announced_at = is_published ? ctx.now : null;
          return post;
        },
        named: path && path === ofLibrary ? { address: path, field, isFromLibrary: true } : undefined,
        afterStore: path && picture ? (tx) => storeOldPictureAddress(tx, path, picture.address) : undefined,
        hasOldAddress: () => true,
      },
      notes,
    );
  const forPictures = { ...ctx, em: ctx.em.fork(), sizes: { wake: () => {} } };
  if (!picture) return await write(undefined);
  try {
    if (ofLibrary) return await write(ofLibrary);
    await using stored = await storeUpload(forPictures, { file: picture.upload, field });
    const imported = await write(stored.path);
    if (imported.outcome !== 'skipped') stored.keep();
    return imported;
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    notes.push(`picture not taken, it is damaged: ${picture.upload.name}`);
    return write(undefined);
  }
}

import { Readable } from 'node:stream';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { PrivateFiles } from '../../pictures/files/storage.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { Picture } from '../../pictures/picture.entity.ts';
import { PictureRefused } from '../../pictures/processing/image-processes.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { hasGrant } from '../../shared/grants.ts';
import { toOneLine } from '../../shared/fields.ts';
import type { Context } from '../../trpc/context.ts';
import { Download } from '../../trpc/download.ts';
import { recordOncePerMinute } from '../security-log/security-event.ts';
import { IncomingMail } from './incoming-mail.entity.ts';
import { maxReplyFiles, replyFiles, type ReplyInput } from './inbox.schema.ts';
import { MessageEvent, MessageFile } from './message.entity.ts';

const maxLength = 120;
// Characters that reverse text, or mean something in paths or headers. Browsers send some of them as `%22`,
// `%0D` and `%0A`.
const unsafe = /%(?:22|0d|0a)|[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]/giu;

/** At most 120 characters and `.pdf`, safe to show and for a file. `cv.pdf` if nothing usable is left. */
export function safePdfName(name: string): string {
  const stem = name
    .toWellFormed()
    .replace(unsafe, '')
    .replace(/\.pdf$/i, '')
    .replace(/^[.\s]+/, '')
    .trim();
  return `${[...stem].slice(0, maxLength).join('') || 'cv'}.pdf`;
}

const maxMegabytes = 10;

type FileCtx = SignedInCtx & Pick<Context, 'privateFiles' | 'pictures' | 'request' | 'later' | 'limits'>;

export type StoredFile = Pick<MessageFile, 'name' | 'attachment_key' | 'picture' | 'bytes'> &
  Partial<Pick<MessageFile, 'warning'>>;

/**
 * Stores uploads, and finds pictures in the library. Uploads of an answer that is not stored are swept away
 * later.
 * @throws {RuleBroken} naming `files` for more than five files or 10 MB, `pictures` for one that is not in
 * the library or a caller without access to it
 */
export async function storeReplyContents(
  { em, viewer, privateFiles }: SignedInCtx & { privateFiles: PrivateFiles },
  input: ReplyInput,
): Promise<StoredFile[]> {
  const names = Object.keys(replyFiles) as (keyof typeof replyFiles)[];
  const uploads = names.flatMap((name) => input[name] ?? []);
  const pictures = await findPictures(em, viewer, input.pictures ?? []);
  const bytes = [...uploads, ...pictures].reduce((sum, file) => sum + file.bytes, 0);
  if (uploads.length + pictures.length > maxReplyFiles)
    throw RuleBroken.of('files', `An answer may have at most ${maxReplyFiles} files.`);
  if (bytes > maxMegabytes * 1024 * 1024)
    throw RuleBroken.of('files', `The files of an answer may have at most ${maxMegabytes} MB together.`);
  const kept: StoredFile[] = [];
  for (const upload of uploads) {
    const attachment_key = await privateFiles.keep(upload);
    kept.push({ name: safePdfName(upload.name), attachment_key, picture: null, bytes: upload.bytes });
  }
  return [...kept, ...pictures];
}

/** The contents must already be stored. */
export async function insertFileRows(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  event_id: number,
  files: readonly StoredFile[],
): Promise<MessageFile[]> {
  const rows = files.map(({ name, attachment_key, picture, bytes, warning }) =>
    em.create(MessageFile, {
      event_id,
      created_at: now,
      name,
      attachment_key: attachment_key ?? null,
      picture: picture ?? null,
      bytes,
      warning: warning ?? null,
    }),
  );
  await em.persist(rows).flush();
  return rows;
}

/** The storage keys of all files of the timeline of a message, and of the sources of its mails. */
export async function readTimelineFileKeys({ em }: Pick<Ctx, 'em'>, message_id: number): Promise<string[]> {
  const events = await em.find(MessageEvent, { message_id, subject: { $ne: null } }, { fields: ['id'] });
  const event_id = { $in: events.map(({ id }) => id) };
  const files = await em.find(MessageFile, { event_id });
  const mails = await em.find(IncomingMail, { event_id });
  return [
    ...files.flatMap(({ attachment_key }) => attachment_key ?? []),
    ...mails.flatMap(({ source_key }) => source_key ?? []),
  ];
}

/**
 * A mail as it came, for 30 days.
 * @throws {NotFound} when there is no such mail, or 30 days after it came
 */
export async function openMailSource(ctx: FileCtx, event_id: number): Promise<Download> {
  const mail = await ctx.em.findOne(IncomingMail, { event_id });
  const file = mail?.source_key && (await ctx.privateFiles.read(mail.source_key));
  if (!file) throw new NotFound('The mail as it came is kept for 30 days.');
  await recordOncePerMinute(ctx, `${ctx.viewer.id} mail ${event_id}`, 'attachment_downloaded', {
    details: { mail: event_id },
  });
  const type = 'application/octet-stream';
  return new Download({ name: `mail-${event_id}.eml`, type, bytes: file.bytes, open: () => file.open() });
}

/** The download is logged first, once a minute per user and file. @throws {NotFound} when the file is gone */
export async function openReplyFile(ctx: FileCtx, id: number): Promise<Download> {
  const row = await ctx.em.findOne(MessageFile, id);
  const isPdf = row?.attachment_key?.endsWith('.pdf') ?? false;
  const file = row?.attachment_key
    ? await ctx.privateFiles.read(row.attachment_key)
    : row?.picture && (await ctx.pictures.read(row.picture.replace(/^uploads\//, '')));
  if (!row || !file) throw new NotFound('There is no such file.');
  await recordOncePerMinute(ctx, `${ctx.viewer.id} file ${id}`, 'attachment_downloaded', {
    details: { file: id },
  });
  const type = isPdf ? 'application/pdf' : 'application/octet-stream';
  return new Download({ name: row.name, type, bytes: file.bytes, open: () => file.open() });
}

/**
 * A picture that came with a mail, re-encoded. Logged as a download.
 * @throws {NotFound} for a file that is gone or no picture
 */
export async function openFilePicture(ctx: FileCtx, id: number): Promise<Download> {
  const row = await ctx.em.findOne(MessageFile, id);
  const file = row?.attachment_key && (await ctx.privateFiles.read(row.attachment_key));
  if (!row || !file) throw new NotFound('There is no such file.');
  const picture = await ctx.pictures
    .preview(() => file.open())
    .catch((error) => {
      throw error instanceof PictureRefused
        ? new NotFound('This file is no picture that can be shown.')
        : error;
    });
  await recordOncePerMinute(ctx, `${ctx.viewer.id} file ${id}`, 'attachment_downloaded', {
    details: { file: id },
  });
  const stem = row.name.replace(/\.\w{2,5}$/, '');
  return new Download({
    name: `${stem}.webp`,
    type: 'image/webp',
    bytes: picture.length,
    open: () => Readable.from([picture]),
  });
}

async function findPictures(
  em: Ctx['em'],
  { role }: SignedInCtx['viewer'],
  ids: readonly number[],
): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  if (!hasGrant(role, 'media:manage')) throw RuleBroken.of('pictures', 'You have no access to the library.');
  const items = await em.fork().find(MediaItem, { id: { $in: [...ids] }, path: { $ne: null } });
  if (items.length < new Set(ids).size)
    throw RuleBroken.of('pictures', 'A picture is not in the library any more.');
  const paths = items.map(({ path }) => path!);
  const pictures = await em.fork().find(Picture, { path: { $in: paths } });
  return items.map(({ name, path }) => ({
    name: pictureName(name, path!),
    attachment_key: null,
    picture: path!,
    bytes: pictures.find((picture) => picture.path === path)?.bytes ?? 0,
  }));
}

/** The extension is that of the stored file, whose format may differ from the upload's. */
function pictureName(name: string, path: string): string {
  const stem = toOneLine(name)
    .replaceAll(/[/\\:*?"<>|]/g, '')
    .replace(/\.\w{2,5}$/, '');
  return `${stem || 'picture'}${path.slice(path.lastIndexOf('.'))}`;
}

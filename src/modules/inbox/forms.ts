import { z } from 'zod';
import type { Ctx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { addressRateLimits, rateLimitFor } from '../../limits/rate-limiter.ts';
import { acquireKey, extendKey } from '../../locks/used-keys.ts';
import { queueMessageEvent } from '../../log/webhook-queue.ts';
import { signatureLifetimes } from '../../security/secrets.ts';
import { createShortSecret } from '../../security/random-secrets.ts';
import {
  type CustomField,
  customFieldsOf,
  isFieldName,
  toUnusedLabel,
} from '../../shared/blocks/form-fields.ts';
import type { ShownBlock } from '../../shared/blocks/block-kinds.ts';
import type { MessageKind } from '../../shared/enumerations.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { toOneLine, unknownFieldMessage } from '../../shared/fields.ts';
import { formRateLimitMinutes } from '../../shared/retention-periods.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import { stagesOf } from '../../shared/settings/stages.ts';
import { maxSlugLength } from '../../shared/slugs.ts';
import type { Upload } from '../../shared/uploads.ts';
import { en } from '../../shared/site-texts/en.ts';
import { localDayOf } from '../../shared/zoned-time.ts';
import type { Context } from '../../trpc/context.ts';
import { getOpenJob } from '../jobs/jobs.module.ts';
import { sendDueMailsLater, type MailDeliveryCtx } from '../outbox/delivery.ts';
import { pagesModule } from '../pages/pages.module.ts';
import { nameOfRow } from '../visits/page-names.ts';
import { countSent } from '../visits/stored-visits.ts';
import { safePdfName } from './message-files.ts';
import { publishInboxChange } from './live-inbox.ts';
import { Message } from './message.entity.ts';
import { floodNotice, messageNotice, notifyStaff, queueReceipt } from './notices.ts';
import {
  type ApplicationInput,
  type ContactInput,
  type FormResponse,
  type InternshipInput,
  PageFormInput,
  pageFormSchema,
  type QuotationInput,
} from './public-forms.schema.ts';
import { findBlockingUser, findSpamReasons, fingerprintOfPost, referenceOfFingerprint } from './spam.ts';

const purpose = 'visitor form';
const lifetimeMs = signatureLifetimes[purpose];
const leastMs = 2000;

type TokenCtx = Pick<Ctx, 'now'> & Pick<Context, 'secrets'>;

/** The current time, a random part, and a signature of the two. */
export async function makeFormToken({ now, secrets }: TokenCtx) {
  const facts = `${now.getTime()}.${createShortSecret()}`;
  const expires_at = new Date(now.getTime() + lifetimeMs).toISOString();
  return { token: `${facts}.${await secrets.sign(purpose, facts)}`, expires_at };
}

interface TokenVerdict {
  /** Why the token indicates spam. Undefined if it does not, or none was sent. */
  reason?: string;
  /** Undefined when the token is missing, forged or expired. */
  key?: string;
}

/** Does not mark the token as used. */
async function readFormToken({ now, secrets }: TokenCtx, token: string): Promise<TokenVerdict> {
  if (!token) return {};
  const [, facts = '', issued = '', signature = ''] =
    /^((\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(token) ?? [];
  const isOurs = facts !== '' && (await secrets.verify(purpose, facts, signature));
  if (!isOurs) return { reason: 'The form token is not one of ours.' };
  const age = now.getTime() - Number(issued);
  if (age > lifetimeMs) return { reason: 'The form token has expired.' };
  const key = `form-token:${facts}`;
  return age < leastMs ? { key, reason: 'The form was filled in within two seconds.' } : { key };
}

/** Returns whether the token had already been used. False if it is not valid. */
async function markTokenUsed(tx: Pick<Ctx, 'em' | 'now'>, { key }: TokenVerdict): Promise<boolean> {
  return key !== undefined && !(await acquireKey(tx, key, lifetimeMs));
}

const minute = 60_000;
const storedByAddress = { max: 5, windowMs: formRateLimitMinutes * minute };
const storedBySite = rateLimitFor('post:site', '', { max: 200, windowMs: 60 * minute });
/** A flood ends after this time within the site's limit. */
const floodEndsMs = 60 * minute;
const floodKey = 'post:flood';
const sameWordsMs = signatureLifetimes['visitor post'];

type SubmissionContext = Ctx &
  MailDeliveryCtx &
  Pick<Context, 'limits' | 'secrets' | 'notifyEmails' | 'siteSettings'> & {
    request: Pick<Context['request'], 'address'>;
  };

interface SubmittedForm {
  kind: MessageKind;
  /** Under whose name the numbers count it. */
  page: string;
  /** The id of the job, because two jobs may have the same title. */
  about?: number;
  subject: string;
  person: { name: string; email: string; phone: string };
  message: string;
  details: Record<string, string>;
  cv?: Upload | undefined;
  website: string;
  form_token: string;
}

/**
 * Stores a visitor's message, and notifies staff. Repetitions and spam get the usual response, so that their
 * senders learn nothing.
 * @throws {TooManyTries} after five posts from one address within ten minutes
 */
async function receiveSubmission(ctx: SubmissionContext, post: SubmittedForm): Promise<FormResponse> {
  const token = await readFormToken(ctx, post.form_token);
  const cvKey = post.cv && (await ctx.privateFiles.keep(post.cv));
  const dropCv = () => cvKey && ctx.later(() => ctx.privateFiles.remove(cvKey));
  const fingerprint = await fingerprintOfPost(ctx, post, cvKey);
  // Read before the transaction. Inside, it would need a second connection, and in a flood all others are held by
  // transactions that wait for the limits which this one has locked.
  const site = await ctx.siteSettings.current();
  const forStaff = await ctx.siteSettings.current(site.languages.shown[0].language);
  const stored = await inTransaction(ctx, (tx) =>
    storeOnce(tx, post, { token, fingerprint, cvKey, site, forStaff }).catch((error) => {
      dropCv();
      throw error;
    }),
  );
  // Not after an error: the commit may have stored the message. If it has not, the sweep removes the file.
  if (!stored.isNew) dropCv();
  if (stored.isAnnounced) sendDueMailsLater(ctx);
  return { success: true, message: en.forms.sent, reference: stored.reference };
}

interface Facts {
  token: TokenVerdict;
  fingerprint: string;
  cvKey: string | undefined;
  /** In the language of the form. */
  site: SiteSettings;
  /** In the main language. */
  forStaff: SiteSettings;
}

interface Stored {
  reference: string;
  /** False for a repetition of a stored post. */
  isNew: boolean;
  /** Whether any mail was queued. During a flood, messages cause none. */
  isAnnounced: boolean;
}

/** @throws {TooManyTries} */
async function storeOnce(tx: SubmissionContext, post: SubmittedForm, facts: Facts): Promise<Stored> {
  const reference = referenceOfFingerprint(facts.fingerprint);
  if (!(await acquireKey(tx, `post:${facts.fingerprint}`, sameWordsMs)))
    return { reference, isNew: false, isAnnounced: false };
  const refusal = await tx.limits.takeInside(
    tx,
    addressRateLimits('post:address', tx.request.address, storedByAddress),
  );
  if (refusal) throw refusal;
  const isFlood = (await tx.limits.takeInside(tx, [storedBySite])) !== undefined;
  const spam_reasons = findSpamReasons({
    trap: post.website,
    text: post.message,
    fields: Object.values(post.details),
    hasToken: facts.token.key !== undefined,
    tokenReason: facts.token.reason,
    wasTokenUsed: await markTokenUsed(tx, facts.token),
    isFlood,
    blockedBy: await findBlockingUser(tx, post.person.email),
  });
  const message = Message.receive(
    {
      ...post.person,
      phone: post.person.phone || null,
      kind: post.kind,
      subject: post.subject,
      message: post.message,
      details: { ...post.details, reference },
      about_id: post.about ?? null,
      stage: stagesOf(facts.site.answers)[0]!.key,
      lang: facts.site.shown.prefix ? facts.site.shown.language : null,
      attachment_name: post.cv && facts.cvKey ? safePdfName(post.cv.name) : null,
      attachment_key: facts.cvKey ?? null,
      spam_reasons,
    },
    tx.now,
  );
  tx.em.persist(message);
  if (message.folder === 'inbox') await publishInboxChange(tx);
  const hasNotice = message.folder === 'inbox' && !isFlood;
  const isAnnounced =
    hasNotice &&
    (await notifyStaff(tx, messageNotice(message, { site: facts.forStaff, publicUrl: tx.publicUrl })));
  const hasReceipt = hasNotice && (await queueReceipt(tx, message, facts.site));
  if (message.folder === 'inbox' && facts.site.privacy.counts_visits)
    await countSent(tx, post.page, localDayOf(facts.site.region.time_zone, tx.now));
  const isWarned = isFlood && (await warnOfFlood(tx, facts.forStaff));
  await tx.em.flush();
  if (message.folder === 'inbox') await queueMessageEvent(tx, message);
  return { reference, isNew: true, isAnnounced: isAnnounced || hasReceipt || isWarned };
}

/** Returns false if staff know already. */
async function warnOfFlood(tx: SubmissionContext, site: SiteSettings): Promise<boolean> {
  if (!(await acquireKey(tx, floodKey, floodEndsMs))) {
    await extendKey(tx, floodKey, floodEndsMs);
    return false;
  }
  tx.warn(
    `more than ${storedBySite.max} posts by visitors within an hour: further ones are marked as spam, except those that look genuine`,
  );
  await notifyStaff(tx, floodNotice(storedBySite.max, { site, publicUrl: tx.publicUrl }));
  return true;
}

export function receiveContactForm(ctx: SubmissionContext, input: ContactInput): Promise<FormResponse> {
  const { subject, message } = input;
  return receiveSubmission(ctx, { kind: 'contact', page: '/contact', subject, message, ...commonOf(input) });
}

export function receiveQuotationForm(ctx: SubmissionContext, input: QuotationInput): Promise<FormResponse> {
  const subject = `Quotation request: ${input.service}`;
  return receiveSubmission(ctx, {
    kind: 'quotation',
    page: '/quotations',
    subject,
    message: input.details,
    ...commonOf(input),
  });
}

export function receiveInternshipForm(ctx: SubmissionContext, input: InternshipInput): Promise<FormResponse> {
  const subject = `Internship application: ${input.field}`;
  const { message, cv } = input;
  return receiveSubmission(ctx, {
    kind: 'internship',
    page: '/internship',
    subject,
    message,
    cv,
    ...commonOf(input),
  });
}

/** @throws {NotFound} when the job is not open @throws {TooManyTries} */
export async function receiveApplicationForm(
  ctx: SubmissionContext,
  input: ApplicationInput,
): Promise<FormResponse> {
  const { id, message, cv } = input;
  const { title } = await getOpenJob(ctx, id);
  const subject = `Job application: ${title}`;
  const { details, ...common } = commonOf(input);
  return receiveSubmission(ctx, {
    kind: 'application',
    page: nameOfRow({ module: 'jobs', id }),
    about: id,
    subject,
    message,
    cv,
    ...common,
    details: { job: title, ...details },
  });
}

type AnyInput = ContactInput | QuotationInput | InternshipInput | ApplicationInput;

function commonOf(input: AnyInput) {
  const { name, email, phone, website, form_token, ...others } = input;
  const texts = Object.entries({ name, email, phone, ...others }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return { person: { name, email, phone }, details: Object.fromEntries(texts), website, form_token };
}

const reserved = ['page', 'name', 'email', 'phone', 'reference'];
const missing = 'There is no such form any more.';

/** @throws {NotFound} when the page is not public or has no form */
export async function findPageForm(ctx: Ctx, id: number) {
  const page = await pagesModule.get(ctx, id, { open_at: ctx.now }).catch((error: unknown) => {
    throw error instanceof NotFound ? new NotFound(missing) : error;
  });
  const form = page.blocks.find(({ kind }) => kind === 'form') as ShownBlock<'form'> | undefined;
  if (!form) throw new NotFound(missing);
  return { page, form };
}

function checkAddedFields(fields: readonly CustomField[], typed: object, cv: unknown) {
  const { error, data: texts = {} } = pageFormSchema(fields).safeParse(typed);
  const file = fields.find(({ type }) => type === 'File');
  const issues: z.core.$ZodIssue[] = [...(error?.issues ?? [])];
  if (file?.isRequired && !cv)
    issues.push({ code: 'custom', path: ['cv'], message: `${file.label} is required`, input: cv });
  return { issues, texts };
}

/** Of the fields that staff added to the form. @throws {NotFound} when the page is not public or has no form */
export async function findAddedFieldIssues(ctx: Ctx, id: number, { cv, ...sent }: Record<string, unknown>) {
  const { form } = await findPageForm(ctx, id);
  const typed = Object.entries(sent).filter(([name]) => !Object.hasOwn(PageFormInput.shape, name));
  return checkAddedFields(customFieldsOf(form), Object.fromEntries(typed), cv).issues;
}

/**
 * Takes also texts of fields that the form no longer has: it may have changed since the visitor opened the
 * page.
 * @throws {NotFound} when the page is not public or has no form
 * @throws {ZodError} with the names of the wrong fields
 * @throws {RuleBroken} naming `cv` when the file is not expected
 * @throws {TooManyTries}
 */
export async function receivePageForm(ctx: SubmissionContext, input: PageFormInput): Promise<FormResponse> {
  const { id, name, email, phone, cv, website, form_token, ...typed } = input;

  const { page, form } = await findPageForm(ctx, id);
  const fields = customFieldsOf(form);
  const file = fields.find(({ type }) => type === 'File');
  if (cv && !file) throw RuleBroken.of('cv', 'This form takes no file.');

  const own = new Map(fields.map((field) => [field.name, field]));
  const odd = Object.keys(typed).find((field) => !own.has(field) && !isFieldName(field));
  if (odd !== undefined) throw RuleBroken.of(toOneLine(odd).slice(0, maxSlugLength), unknownFieldMessage);
  const { issues, texts } = checkAddedFields(fields, typed, cv);
  if (issues.length > 0) throw new z.ZodRealError(issues);
  const answers = Object.entries(texts)
    .filter(([, text]) => text !== '')
    .map(([field, text]) => ({
      label: own.get(field)?.label ?? field,
      type: own.get(field)?.type,
      text,
    }));
  const lines = answers.map(({ label, text }) => `${label}: ${text}`);
  const used = new Set(reserved);
  const details = answers.map(({ label, text }) => [toUnusedLabel(label, used), text]);

  return receiveSubmission(ctx, {
    kind: 'form',
    page: nameOfRow({ module: 'pages', id }),
    subject: form.heading && form.heading !== page.title ? `${page.title}: ${form.heading}` : page.title,
    person: { name, email, phone },
    message: answers.find(({ type }) => type === 'Text')?.text ?? lines.join('\n'),
    details: { ...Object.fromEntries(details), page: page.title, name, email, ...(phone && { phone }) },
    cv,
    website,
    form_token,
  });
}

const windowMs = 10 * 60_000;
const requestsByAddress = { max: 30, windowMs };
/** Above 1 MB. Files take more bandwidth and disk space than texts. */
const ofFiles = { max: 15, windowMs };
const largeBytes = 1024 * 1024;

type TryCtx = Pick<Context, 'limits' | 'now'> & {
  request: Pick<Context['request'], 'address' | 'bodyBytes'>;
};

/** Counts even if nothing is stored. An unknown length counts as large. @throws {TooManyTries} */
export async function countFormRequest({ limits, now, request }: TryCtx): Promise<void> {
  const { address, bodyBytes = Number.POSITIVE_INFINITY } = request;
  const budgets = [
    ...addressRateLimits('form:address', address, requestsByAddress),
    ...(bodyBytes > largeBytes ? addressRateLimits('form:file', address, ofFiles) : []),
  ];
  // Checks first, so that during a flood a refused request causes no write.
  await limits.check(budgets, now);
  await limits.take(budgets, now);
}

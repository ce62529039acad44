import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import type { Ctx, ReadCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { signatureLifetimes } from '../../security/secrets.ts';
import { NotFound } from '../../shared/errors.ts';
import { ById, Success } from '../../shared/fields.ts';
import { hasGrant } from '../../shared/grants.ts';
import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import type { ReadPreview } from '../../shared/page-renderer.ts';
import { parseRole, type Role } from '../../shared/roles.ts';
import type { Context, SignedInContext } from '../../trpc/context.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';
import {
  DraftPage,
  draftLanguage,
  draftPath,
  DraftRequest,
  isShownToVisitors,
  type PreviewableModule,
  previewableModuleOf,
  previewableModules,
  previewableModuleNames,
  PreviewLink,
  PreviewRequest,
  renderUnsavedDraft,
  withDraftAnswers,
} from './drafts.ts';

/** A higher number ends links to the row's draft. 0 if none were ever withdrawn. */
async function readGeneration({ read }: ReadCtx, module: ModuleName, id: number): Promise<number> {
  const row = await read
    .selectFrom('previews')
    .where('module', '=', module)
    .where('item_id', '=', id)
    .select('generation')
    .executeTakeFirst();
  return row?.generation ?? 0;
}

/** Whether people without an account can see the draft of a row by a link. */
export async function hasLivePreview(
  { read, now }: Pick<Ctx, 'read' | 'now'>,
  module: ModuleName,
  id: number,
): Promise<boolean> {
  const row = await read
    .selectFrom('previews')
    .where('module', '=', module)
    .where('item_id', '=', id)
    .select('shared_until')
    .executeTakeFirst();
  return Boolean(row?.shared_until && new Date(row.shared_until) > now);
}

/** Links may end in any order, so the latest end stays. */
async function recordShared({ em }: Ctx, module: ModuleName, item_id: number, until: Date): Promise<void> {
  await em
    .fork()
    .getKysely<Tables>()
    .insertInto('previews')
    .values({ module, item_id, generation: 0, shared_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['module', 'item_id'])
        .doUpdateSet({ shared_until: until })
        .where((eb) =>
          eb.or([eb('previews.shared_until', 'is', null), eb('previews.shared_until', '<', until)]),
        ),
    )
    .execute();
}

/** `token_id` is the API token of a program that made the link. */
interface PreviewMaker {
  id: number;
  generation: number;
  token_id?: number | undefined;
}

/** A higher number ends the person's links. */
async function readMakersGeneration({ read }: ReadCtx, id: number): Promise<number> {
  const user = await read
    .selectFrom('users')
    .where('id', '=', id)
    .select('preview_generation')
    .executeTakeFirst();
  return user?.preview_generation ?? 0;
}

/** Undefined when the account is off or gone, the person's links have ended, or the token was revoked. */
async function readMakersRole({ read }: ReadCtx, maker: PreviewMaker): Promise<Role | undefined> {
  const active = read
    .selectFrom('users')
    .where('users.id', '=', maker.id)
    .where('deactivated_at', 'is', null)
    .where('preview_generation', '=', maker.generation)
    .select('role');
  const { token_id } = maker;
  const user = await (token_id === undefined
    ? active
    : active.innerJoin('api_tokens', 'api_tokens.user_id', 'users.id').where('api_tokens.id', '=', token_id)
  ).executeTakeFirst();
  return user && parseRole(user.role);
}

/** Makes all links to the draft of a row invalid. */
async function raiseGeneration(ctx: Ctx, module: ModuleName, item_id: number): Promise<void> {
  await inTransaction(ctx, async ({ em }) => {
    await em
      .getKysely<Tables>()
      .insertInto('previews')
      .values({ module, item_id, generation: 1, shared_until: null })
      .onConflict((conflict) =>
        conflict.columns(['module', 'item_id']).doUpdateSet((eb) => ({
          generation: eb('previews.generation', '+', 1),
          shared_until: null,
        })),
      )
      .execute();
  });
}

const second = 1000;
const day = 24 * 60 * 60 * second;

interface Signed {
  name: PreviewableModule;
  id: number;
  /** In seconds since 1970. Milliseconds would make the link longer. */
  expiresAt: number;
  generation: number;
  /** Such as `7-2` or `7-2-31` (`toMaker`). */
  maker: string;
}

const textOf = ({ name, id, expiresAt, generation, maker }: Signed) =>
  [name, id, expiresAt, generation, maker].join(':');

function toMaker(text: string): PreviewMaker {
  const [id = 0, generation = 0, token_id] = text.split('-').map(Number);
  return { id, generation, token_id };
}

/** Shows the saved draft to people without an account. @throws {NotFound} when there is no such row */
async function sharePreview(
  ctx: SignedInContext,
  name: PreviewableModule,
  { id, days }: PreviewRequest,
): Promise<PreviewLink> {
  const { folder, get } = previewableModuleOf(name);
  await get(ctx, id);
  const expiresAt = Math.floor((ctx.now.getTime() + days * day) / second);
  const generation = await readGeneration(ctx, name, id);
  const { viewer } = ctx;
  const maker = [
    viewer.id,
    await readMakersGeneration(ctx, viewer.id),
    ...(viewer.token ? [viewer.token.id] : []),
  ].join('-');
  const signature = await ctx.secrets.sign('preview', textOf({ name, id, expiresAt, generation, maker }));
  await recordShared(ctx, name, id, new Date(expiresAt * second));
  return {
    link: `${ctx.publicUrl}${folder}/${id}?preview=${expiresAt}.${generation}.${maker}.${signature}`,
    expires_at: new Date(expiresAt * second).toISOString(),
  };
}

const tokenPattern = /^(\d{1,11})\.(\d{1,9})\.(\d{1,10}(?:-\d{1,10}){1,2})\.([\w-]{43})$/;

/** Undefined for a wrong, expired or withdrawn link, a maker without the right, or a public or lost row. */
export const readPreview: ReadPreview<Context> = async (ctx, pathname, token) => {
  const [, folder, digits] = /^(\/\w+)\/([1-9]\d{0,8})\/*$/.exec(pathname) ?? [];
  const name = previewableModuleNames.find((one) => previewableModules[one].folder === folder);
  const [, expiresAt, generation, maker, signature] = tokenPattern.exec(token) ?? [];
  if (!name || !digits || !expiresAt || !generation || !maker || !signature) return undefined;
  const signed: Signed = {
    name,
    id: Number(digits),
    expiresAt: Number(expiresAt),
    generation: Number(generation),
    maker,
  };
  const remaining = signed.expiresAt * second - ctx.now.getTime();
  if (remaining <= 0 || remaining > signatureLifetimes.preview) return undefined;
  if (!(await ctx.secrets.verify('preview', textOf(signed), signature))) return undefined;
  if ((await readGeneration(ctx, name, signed.id)) !== signed.generation) return undefined;
  if (!(await mayEdit(ctx, name, signed.maker))) return undefined;
  const row = await findRow(ctx, name, signed.id);
  if (!row || isShownToVisitors(name, row, ctx.now)) return undefined;
  const validUntil = new Date(signed.expiresAt * second).toISOString();
  const language = draftLanguage(row);
  const { siteSettings } = ctx;
  const shown = { ...ctx, siteSettings: { ...siteSettings, current: () => siteSettings.current(language) } };
  return {
    validUntil,
    path: draftPath(name, row),
    language,
    around: await withDraftAnswers(shown, name, row),
  };
};

async function mayEdit(ctx: Ctx, name: PreviewableModule, maker: string): Promise<boolean> {
  const role = await readMakersRole(ctx, toMaker(maker));
  return role !== undefined && hasGrant(role, `${name}:manage`);
}

async function findRow(ctx: Ctx, name: PreviewableModule, id: number) {
  try {
    return await previewableModuleOf(name).get(ctx, id);
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

export const PreviewSchema = defineEntity({
  name: 'Preview',
  tableName: 'previews',
  uniques: [{ properties: ['module', 'item_id'] }],
  properties: {
    id: p.integer().primary(),
    module: textColumn('nothing').$type<ModuleName>(),
    item_id: p.integer(),
    /** Part of each link's signature. A higher number makes earlier links invalid. */
    generation: p.integer(),
    /** When the last link ends. Null if none was made or all were withdrawn. */
    shared_until: p.datetime().nullable(),
  },
});

/** Only rows that had links have an entry. */
class Preview extends PreviewSchema.class {}

PreviewSchema.setClass(Preview);

function previewsOf(name: PreviewableModule) {
  const { path } = factsOf(name);
  const permitted = procedureWithGrant(`${name}:manage`);
  return router({
    share: permitted
      .meta(
        rest('POST', `${path}/{id}/preview`, 'Create a link that shows a draft to people without an account'),
      )
      .input(PreviewRequest)
      .output(PreviewLink)
      .mutation(({ ctx, input }) => sharePreview(ctx, name, input)),

    end: permitted
      .meta(rest('DELETE', `${path}/{id}/preview`, 'End all links that show a draft'))
      .input(ById)
      .output(Success)
      .mutation(async ({ ctx, input: { id } }) => {
        await previewableModuleOf(name).get(ctx, id);
        await raiseGeneration(ctx, name, id);
        return { success: true };
      }),

    show: permitted
      .input(DraftRequest)
      .output(DraftPage)
      .mutation(({ ctx, input }) => renderUnsavedDraft(ctx, name, input)),
  });
}

export const previewsRouter = router(
  Object.fromEntries(previewableModuleNames.map((name) => [name, previewsOf(name)])) as Record<
    PreviewableModule,
    ReturnType<typeof previewsOf>
  >,
);

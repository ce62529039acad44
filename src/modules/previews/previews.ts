import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import type { Ctx, ReadCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { signatureLifetimes } from '../../security/secrets.ts';
import { NotFound } from '../../shared/errors.ts';
import { can } from '../../shared/grants.ts';
import type { ModuleName } from '../../shared/module-facts.ts';
import type { ReadPreview } from '../../shared/page-renderer.ts';
import { parseRole, type Role } from '../../shared/roles.ts';
import type { Context, SignedInContext } from '../../trpc/context.ts';
import {
  draftPath,
  isShownToVisitors,
  type PreviewableModule,
  previewedModule,
  previewedModules,
  previewedNames,
  type PreviewLink,
  type PreviewRequest,
  withDraft,
} from './drafts.ts';

/**
 * Returns the number in the signature of each link that shows the draft of this row. Returns 0 if the links
 * of the row were never withdrawn.
 */
async function readGeneration({ read }: ReadCtx, module: ModuleName, id: number): Promise<number> {
  const row = await read
    .selectFrom('previews')
    .where('module', '=', module)
    .where('item_id', '=', id)
    .select('generation')
    .executeTakeFirst();
  return row?.generation ?? 0;
}

/** Who made a link. `token_id` is the API token with which a program made it. */
interface PreviewMaker {
  id: number;
  generation: number;
  token_id?: number | undefined;
}

/** Returns the number in the signature of each link of a person. */
async function readMakersGeneration({ read }: ReadCtx, id: number): Promise<number> {
  const user = await read
    .selectFrom('users')
    .where('id', '=', id)
    .select('preview_generation')
    .executeTakeFirst();
  return user?.preview_generation ?? 0;
}

/**
 * Returns the role of the person who made a link. Returns undefined when the account is deactivated or deleted, when
 * all links of the person have ended since, or when the API token that made the link was revoked.
 */
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

/** Makes all links that show the draft of a row invalid. */
export async function raiseGeneration(ctx: Ctx, module: ModuleName, item_id: number): Promise<void> {
  await inTransaction(ctx, async ({ em }) => {
    await em
      .getKysely<Tables>()
      .insertInto('previews')
      .values({ module, item_id, generation: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['module', 'item_id'])
          .doUpdateSet((eb) => ({ generation: eb('previews.generation', '+', 1) })),
      )
      .execute();
  });
}

const second = 1000;
const day = 24 * 60 * 60 * second;

interface Signed {
  name: PreviewableModule;
  id: number;
  /** The expiry in seconds since 1970, because milliseconds would make the link longer. */
  until: number;
  generation: number;
  /** Who made the link, such as `7-2` or `7-2-31` (`toMaker`). */
  maker: string;
}

const textOf = ({ name, id, until, generation, maker }: Signed) =>
  [name, id, until, generation, maker].join(':');

function toMaker(text: string): PreviewMaker {
  const [id = 0, generation = 0, token_id] = text.split('-').map(Number);
  return { id, generation, token_id };
}

/**
 * Returns a link that shows the saved draft of a row to people without an account.
 * @throws {NotFound} when there is no such row
 */
export async function sharePreview(
  ctx: SignedInContext,
  name: PreviewableModule,
  { id, days }: PreviewRequest,
): Promise<PreviewLink> {
  const { folder, get } = previewedModule(name);
  await get(ctx, id);
  const until = Math.floor((ctx.now.getTime() + days * day) / second);
  const generation = await readGeneration(ctx, name, id);
  const { viewer } = ctx;
  const maker = [
    viewer.id,
    await readMakersGeneration(ctx, viewer.id),
    ...(viewer.token ? [viewer.token.id] : []),
  ].join('-');
  const signature = await ctx.secrets.sign('preview', textOf({ name, id, until, generation, maker }));
  return {
    link: `${ctx.publicUrl}${folder}/${id}?preview=${until}.${generation}.${maker}.${signature}`,
    expires_at: new Date(until * second).toISOString(),
  };
}

const tokenPattern = /^(\d{1,11})\.(\d{1,9})\.(\d{1,10}(?:-\d{1,10}){1,2})\.([\w-]{43})$/;

/**
 * Returns the draft that a link shows. Returns undefined when the link is wrong, expired or withdrawn, or
 * when its maker may no longer edit the row. Also returns undefined when the row is public already or no
 * longer exists.
 */
export const readPreview: ReadPreview<Context> = async (ctx, pathname, token) => {
  const [, folder, digits] = /^(\/\w+)\/([1-9]\d{0,8})\/*$/.exec(pathname) ?? [];
  const name = previewedNames.find((one) => previewedModules[one].folder === folder);
  const [, until, generation, maker, signature] = tokenPattern.exec(token) ?? [];
  if (!name || !digits || !until || !generation || !maker || !signature) return undefined;
  const signed: Signed = {
    name,
    id: Number(digits),
    until: Number(until),
    generation: Number(generation),
    maker,
  };
  const remaining = signed.until * second - ctx.now.getTime();
  if (remaining <= 0 || remaining > signatureLifetimes.preview) return undefined;
  if (!(await ctx.secrets.verify('preview', textOf(signed), signature))) return undefined;
  if ((await readGeneration(ctx, name, signed.id)) !== signed.generation) return undefined;
  if (!(await mayEdit(ctx, name, signed.maker))) return undefined;
  const row = await findRow(ctx, name, signed.id);
  if (!row || isShownToVisitors(name, row, ctx.now)) return undefined;
  const validUntil = new Date(signed.until * second).toISOString();
  return { validUntil, path: draftPath(name, row), around: await withDraft(ctx, name, row) };
};

async function mayEdit(ctx: Ctx, name: PreviewableModule, maker: string): Promise<boolean> {
  const role = await readMakersRole(ctx, toMaker(maker));
  return role !== undefined && can(role, `${name}:manage`);
}

async function findRow(ctx: Ctx, name: PreviewableModule, id: number) {
  try {
    return await previewedModule(name).get(ctx, id);
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
    /** A number in the signature of each link. A higher number makes all earlier links invalid. */
    generation: p.integer(),
  },
});

/** The state of the links that show the draft of a row. Only rows whose links were withdrawn have an entry. */
class Preview extends PreviewSchema.class {}

PreviewSchema.setClass(Preview);
